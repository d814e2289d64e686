-- Made by "npm run schema" from db/migrations; to be read, not run.

-- ── Tables ──

access_tokens (
  hash bytea not null,
  session_id bigint not null,
  expires_at timestamp with time zone not null
)

accounts (
  id bigint not null generated always as identity,
  username text not null,
  username_key text generated always as (lower(username)) stored,
  display_name text not null default ''::text,
  bio text not null default ''::text,
  profile_picture_url text,
  created_at timestamp with time zone not null default now(),
  role text not null default 'user'::text,
  username_chosen_at timestamp with time zone default now()
)

author_stats (
  account_id bigint not null,
  story_count integer not null default 0,
  total_views bigint not null default 0,
  total_upvotes bigint not null default 0,
  top double precision not null default 0,
  trending double precision
)

chapter_versions (
  id bigint not null generated always as identity,
  chapter_id bigint not null,
  title text not null,
  content text not null,
  cleaner_version integer not null,
  word_count integer not null,
  saved_at timestamp with time zone not null,
  replaced_at timestamp with time zone not null
)

chapters (
  id bigint not null generated always as identity,
  story_id bigint not null,
  title text not null,
  "order" integer not null default 1,
  content text not null,
  cleaner_version integer not null,
  word_count integer not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
)

credentials (
  account_id bigint not null,
  email text,
  email_key text generated always as (lower(email)) stored,
  email_verified_at timestamp with time zone,
  password_hash text,
  password_changed_at timestamp with time zone not null default now()
)

google_attempts (
  token_hash bytea not null,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  account_id bigint,
  created_at timestamp with time zone not null default now()
)

google_identities (
  issuer text not null,
  subject text not null,
  account_id bigint not null,
  linked_at timestamp with time zone not null default now()
)

mail_tokens (
  hash bytea not null,
  account_id bigint not null,
  purpose text not null,
  email text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
)

outbox_mails (
  id bigint not null generated always as identity,
  message_key uuid not null default gen_random_uuid(),
  kind text not null,
  address text,
  address_key text generated always as (lower(address)) stored,
  subject text,
  text_part text,
  html_part text,
  unsubscribe_url text,
  created_at timestamp with time zone not null default now(),
  send_at timestamp with time zone not null,
  try_at timestamp with time zone not null,
  tries integer not null default 0,
  problem text,
  sent_at timestamp with time zone,
  parked_at timestamp with time zone,
  dropped_at timestamp with time zone
)

refresh_tokens (
  hash bytea not null,
  session_id bigint not null,
  created_at timestamp with time zone not null default now(),
  replaced_at timestamp with time zone
)

sessions (
  id bigint not null generated always as identity,
  account_id bigint not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null
)

stories (
  id bigint not null generated always as identity,
  author_id bigint not null,
  title text not null,
  slug text not null,
  synopsis text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  published_at timestamp with time zone,
  featured_at timestamp with time zone,
  chapter_count integer not null default 0,
  word_count integer not null default 0,
  upvote_count integer not null default 0,
  downvote_count integer not null default 0,
  bookmark_count integer not null default 0,
  view_count bigint not null default 0,
  top double precision generated always as (wilson_lower_bound(upvote_count, downvote_count)) stored,
  trending double precision,
  edited_at timestamp with time zone
)

story_shares (
  story_id bigint not null,
  platform text not null,
  share_count bigint not null default 0
)

story_slugs (
  slug text not null,
  story_id bigint,
  created_at timestamp with time zone not null default now()
)

story_tags (
  story_id bigint not null,
  tag_id bigint not null,
  "position" smallint not null,
  published_at timestamp with time zone,
  featured_at timestamp with time zone,
  trending double precision,
  top double precision not null default 0,
  upvote_count integer not null default 0
)

story_totals (
  one_row boolean not null default true,
  listed integer not null default 0,
  featured integer not null default 0
)

tags (
  id bigint not null generated always as identity,
  name text not null,
  key text not null,
  story_count integer not null default 0,
  trending double precision
)

throttle_counters (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint
)

-- ── Constraints ──

access_tokens: access_tokens_pkey PRIMARY KEY (hash)

access_tokens: access_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE

accounts: accounts_username_key_key UNIQUE (username_key)

accounts: accounts_pkey PRIMARY KEY (id)

accounts: accounts_bio_check CHECK ((char_length(bio) <= 2000))

accounts: accounts_display_name_check CHECK ((char_length(display_name) <= 60))

accounts: accounts_role_check CHECK ((role = ANY (ARRAY['user'::text, 'moderator'::text, 'admin'::text])))

accounts: accounts_username_check CHECK ((username ~ '^[A-Za-z0-9_-]{3,30}$'::text))

author_stats: author_stats_pkey PRIMARY KEY (account_id)

author_stats: author_stats_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

author_stats: author_stats_story_count_check CHECK ((story_count >= 0))

chapter_versions: chapter_versions_pkey PRIMARY KEY (id)

chapter_versions: chapter_versions_chapter_id_fkey FOREIGN KEY (chapter_id) REFERENCES chapters(id) ON DELETE CASCADE

chapter_versions: chapter_versions_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 100)))

chapter_versions: chapter_versions_word_count_check CHECK ((word_count >= 0))

chapters: chapters_pkey PRIMARY KEY (id)

chapters: chapters_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

chapters: chapters_order_check CHECK (("order" >= 1))

chapters: chapters_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 100)))

chapters: chapters_word_count_check CHECK ((word_count >= 0))

credentials: credentials_pkey PRIMARY KEY (account_id)

credentials: credentials_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

credentials: credentials_check CHECK (((email IS NOT NULL) OR (email_verified_at IS NULL)))

credentials: credentials_email_check CHECK ((char_length(email) <= 254))

google_attempts: google_attempts_pkey PRIMARY KEY (token_hash)

google_attempts: google_attempts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

google_identities: google_identities_account_id_key UNIQUE (account_id)

google_identities: google_identities_pkey PRIMARY KEY (issuer, subject)

google_identities: google_identities_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

mail_tokens: mail_tokens_pkey PRIMARY KEY (hash)

mail_tokens: mail_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

mail_tokens: mail_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify'::text, 'reset'::text, 'delete'::text])))

outbox_mails: outbox_mails_pkey PRIMARY KEY (id)

outbox_mails: outbox_mails_address_check CHECK ((octet_length(address) <= 254))

outbox_mails: outbox_mails_check CHECK ((num_nonnulls(sent_at, parked_at, dropped_at) <= 1))

outbox_mails: outbox_mails_check1 CHECK ((num_nonnulls(subject, text_part, html_part) =
CASE
    WHEN ((sent_at IS NULL) AND (parked_at IS NULL) AND (dropped_at IS NULL)) THEN 3
    ELSE 0
END))

outbox_mails: outbox_mails_check2 CHECK (((unsubscribe_url IS NULL) OR ((sent_at IS NULL) AND (parked_at IS NULL) AND (dropped_at IS NULL))))

outbox_mails: outbox_mails_check3 CHECK (((address IS NOT NULL) OR (parked_at IS NOT NULL)))

outbox_mails: outbox_mails_tries_check CHECK ((tries >= 0))

refresh_tokens: refresh_tokens_pkey PRIMARY KEY (hash)

refresh_tokens: refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE

sessions: sessions_pkey PRIMARY KEY (id)

sessions: sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE

stories: stories_slug_key UNIQUE (slug)

stories: stories_pkey PRIMARY KEY (id)

stories: stories_author_id_fkey FOREIGN KEY (author_id) REFERENCES accounts(id) ON DELETE CASCADE

stories: stories_bookmark_count_check CHECK ((bookmark_count >= 0))

stories: stories_chapter_count_check CHECK ((chapter_count >= 0))

stories: stories_downvote_count_check CHECK ((downvote_count >= 0))

stories: stories_slug_check CHECK (((slug ~ '^[a-z0-9_-]+$'::text) AND (slug ~ '[^0-9]'::text)))

stories: stories_synopsis_check CHECK ((char_length(synopsis) <= 5000))

stories: stories_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 100)))

stories: stories_upvote_count_check CHECK ((upvote_count >= 0))

stories: stories_view_count_check CHECK ((view_count >= 0))

stories: stories_word_count_check CHECK ((word_count >= 0))

story_shares: story_shares_pkey PRIMARY KEY (story_id, platform)

story_shares: story_shares_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

story_shares: story_shares_platform_check CHECK ((platform = ANY (ARRAY['twitter'::text, 'facebook'::text, 'email'::text, 'copy'::text])))

story_slugs: story_slugs_pkey PRIMARY KEY (slug)

story_slugs: story_slugs_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE SET NULL

story_tags: story_tags_pkey PRIMARY KEY (story_id, tag_id)

story_tags: story_tags_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories(id) ON DELETE CASCADE

story_tags: story_tags_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tags(id)

story_totals: story_totals_pkey PRIMARY KEY (one_row)

story_totals: story_totals_featured_check CHECK ((featured >= 0))

story_totals: story_totals_listed_check CHECK ((listed >= 0))

story_totals: story_totals_one_row_check CHECK (one_row)

tags: tags_key_key UNIQUE (key)

tags: tags_pkey PRIMARY KEY (id)

tags: tags_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 50)))

tags: tags_story_count_check CHECK ((story_count >= 0))

throttle_counters: throttle_counters_pkey PRIMARY KEY (key)

-- ── Indexes ──

CREATE INDEX access_tokens_by_expiry ON public.access_tokens USING btree (expires_at)

CREATE INDEX access_tokens_by_session ON public.access_tokens USING btree (session_id)

CREATE UNIQUE INDEX access_tokens_pkey ON public.access_tokens USING btree (hash)

CREATE UNIQUE INDEX accounts_pkey ON public.accounts USING btree (id)

CREATE UNIQUE INDEX accounts_username_key_key ON public.accounts USING btree (username_key)

CREATE INDEX author_stats_by_top ON public.author_stats USING btree (top DESC, total_upvotes DESC, account_id) WHERE (story_count > 0)

CREATE INDEX author_stats_by_trending ON public.author_stats USING btree (trending DESC NULLS LAST, account_id) WHERE (story_count > 0)

CREATE UNIQUE INDEX author_stats_pkey ON public.author_stats USING btree (account_id)

CREATE INDEX chapter_versions_by_chapter ON public.chapter_versions USING btree (chapter_id, id DESC)

CREATE UNIQUE INDEX chapter_versions_pkey ON public.chapter_versions USING btree (id)

CREATE INDEX chapters_by_cleaner ON public.chapters USING btree (cleaner_version, id)

CREATE INDEX chapters_by_order ON public.chapters USING btree (story_id, "order", id)

CREATE UNIQUE INDEX chapters_pkey ON public.chapters USING btree (id)

CREATE INDEX credentials_by_email ON public.credentials USING btree (email_key)

CREATE UNIQUE INDEX credentials_by_verified_email ON public.credentials USING btree (email_key) WHERE (email_verified_at IS NOT NULL)

CREATE UNIQUE INDEX credentials_pkey ON public.credentials USING btree (account_id)

CREATE INDEX google_attempts_by_account ON public.google_attempts USING btree (account_id)

CREATE INDEX google_attempts_by_age ON public.google_attempts USING btree (created_at)

CREATE UNIQUE INDEX google_attempts_pkey ON public.google_attempts USING btree (token_hash)

CREATE UNIQUE INDEX google_identities_account_id_key ON public.google_identities USING btree (account_id)

CREATE UNIQUE INDEX google_identities_pkey ON public.google_identities USING btree (issuer, subject)

CREATE INDEX mail_tokens_by_account ON public.mail_tokens USING btree (account_id)

CREATE INDEX mail_tokens_by_expiry ON public.mail_tokens USING btree (expires_at)

CREATE UNIQUE INDEX mail_tokens_pkey ON public.mail_tokens USING btree (hash)

CREATE INDEX outbox_mails_by_address ON public.outbox_mails USING btree (address_key, send_at DESC) WHERE (dropped_at IS NULL)

CREATE INDEX outbox_mails_by_age ON public.outbox_mails USING btree (created_at)

CREATE UNIQUE INDEX outbox_mails_pkey ON public.outbox_mails USING btree (id)

CREATE INDEX outbox_mails_waiting ON public.outbox_mails USING btree (try_at) WHERE ((sent_at IS NULL) AND (parked_at IS NULL) AND (dropped_at IS NULL))

CREATE INDEX refresh_tokens_by_session ON public.refresh_tokens USING btree (session_id)

CREATE UNIQUE INDEX refresh_tokens_pkey ON public.refresh_tokens USING btree (hash)

CREATE INDEX sessions_by_account ON public.sessions USING btree (account_id)

CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at)

CREATE UNIQUE INDEX sessions_pkey ON public.sessions USING btree (id)

CREATE INDEX stories_by_author ON public.stories USING btree (author_id, published_at DESC, id DESC)

CREATE INDEX stories_by_featured ON public.stories USING btree (featured_at DESC, id DESC) WHERE ((published_at IS NOT NULL) AND (featured_at IS NOT NULL))

CREATE INDEX stories_by_published ON public.stories USING btree (published_at DESC, id DESC) WHERE (published_at IS NOT NULL)

CREATE INDEX stories_by_top ON public.stories USING btree (top DESC, upvote_count DESC, id DESC) WHERE (published_at IS NOT NULL)

CREATE INDEX stories_by_trending ON public.stories USING btree (trending DESC NULLS LAST, id DESC) WHERE (published_at IS NOT NULL)

CREATE UNIQUE INDEX stories_pkey ON public.stories USING btree (id)

CREATE UNIQUE INDEX stories_slug_key ON public.stories USING btree (slug)

CREATE UNIQUE INDEX story_shares_pkey ON public.story_shares USING btree (story_id, platform)

CREATE INDEX story_slugs_by_story ON public.story_slugs USING btree (story_id)

CREATE UNIQUE INDEX story_slugs_pkey ON public.story_slugs USING btree (slug)

CREATE INDEX story_tags_by_featured ON public.story_tags USING btree (tag_id, featured_at DESC, story_id DESC) WHERE ((published_at IS NOT NULL) AND (featured_at IS NOT NULL))

CREATE INDEX story_tags_by_published ON public.story_tags USING btree (tag_id, published_at DESC, story_id DESC) WHERE (published_at IS NOT NULL)

CREATE INDEX story_tags_by_top ON public.story_tags USING btree (tag_id, top DESC, upvote_count DESC, story_id DESC) WHERE (published_at IS NOT NULL)

CREATE INDEX story_tags_by_trending ON public.story_tags USING btree (tag_id, trending DESC NULLS LAST, story_id DESC) WHERE (published_at IS NOT NULL)

CREATE UNIQUE INDEX story_tags_pkey ON public.story_tags USING btree (story_id, tag_id)

CREATE UNIQUE INDEX story_totals_pkey ON public.story_totals USING btree (one_row)

CREATE INDEX tags_by_name ON public.tags USING btree (name, id) WHERE (story_count > 0)

CREATE INDEX tags_by_part_of_key ON public.tags USING gin (key gin_trgm_ops)

CREATE INDEX tags_by_popularity ON public.tags USING btree (story_count DESC, name, id) WHERE (story_count > 0)

CREATE INDEX tags_by_trending ON public.tags USING btree (trending DESC NULLS LAST, id) WHERE (story_count > 0)

CREATE UNIQUE INDEX tags_key_key ON public.tags USING btree (key)

CREATE UNIQUE INDEX tags_pkey ON public.tags USING btree (id)

CREATE INDEX throttle_counters_by_expiry ON public.throttle_counters USING btree (expire)

CREATE UNIQUE INDEX throttle_counters_pkey ON public.throttle_counters USING btree (key)

-- ── Functions ──

CREATE OR REPLACE FUNCTION public.chapters_count_in_story()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  story bigint := coalesce(new.story_id, old.story_id);
begin
  update stories set
    chapter_count = chapter_count + (case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end),
    word_count = word_count + coalesce(new.word_count, 0) - coalesce(old.word_count, 0),
    published_at = case
      when tg_op = 'INSERT' and chapter_count = 0 then new.created_at
      when tg_op = 'DELETE' and chapter_count = 1 then null
      else published_at end,
    updated_at = greatest(updated_at, coalesce(new.updated_at, now()))
  where id = story;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.notify_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('nightstand_changes', 'author ' || old.username_key);
  perform pg_notify('nightstand_changes', 'lists');
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.notify_of_story()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or new.published_at is null then
    if old.published_at is not null then perform pg_notify('nightstand_changes', 'all'); end if;
    perform pg_notify('nightstand_changes', 'story ' || old.slug);
    return null;
  end if;
  perform pg_notify('nightstand_changes', 'story ' || old.slug);
  if new.slug <> old.slug then perform pg_notify('nightstand_changes', 'story ' || new.slug); end if;
  perform pg_notify('nightstand_changes', 'lists');
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.notify_of_story_part()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  part_slug text;
begin
  select slug into part_slug from stories where id = coalesce(new.story_id, old.story_id);
  -- Gone together with its story, which tells by itself.
  if part_slug is null then return null; end if;
  perform pg_notify('nightstand_changes', 'story ' || part_slug);
  if tg_table_name = 'story_tags' then perform pg_notify('nightstand_changes', 'lists'); end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.stories_copy_sort_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update story_tags set published_at = new.published_at, featured_at = new.featured_at,
    trending = new.trending, top = new.top, upvote_count = new.upvote_count
  where story_id = new.id;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.stories_count_in_totals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_listed integer := case when tg_op <> 'INSERT' and old.published_at is not null then 1 else 0 end;
  is_listed integer := case when tg_op <> 'DELETE' and new.published_at is not null then 1 else 0 end;
  was_featured integer := case when was_listed = 1 and old.featured_at is not null then 1 else 0 end;
  is_featured integer := case when is_listed = 1 and new.featured_at is not null then 1 else 0 end;
begin
  if was_listed <> is_listed then
    insert into author_stats (account_id, story_count)
      select coalesce(new.author_id, old.author_id), greatest(is_listed, 0)
      where tg_op <> 'DELETE'
      on conflict (account_id) do update set story_count = author_stats.story_count + is_listed - was_listed;
    if tg_op = 'DELETE' then
      update author_stats set story_count = story_count - 1 where account_id = old.author_id;
    end if;
  end if;
  if was_listed <> is_listed or was_featured <> is_featured then
    update story_totals set listed = listed + is_listed - was_listed, featured = featured + is_featured - was_featured;
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.story_tags_count_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tags_add_story_counts(array_agg(tag_id), array_agg(n)) from
    (select tag_id, -count(*)::integer as n from deleted where published_at is not null group by tag_id) as c
    having count(*) > 0;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.story_tags_count_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tags_add_story_counts(array_agg(tag_id), array_agg(n)) from
    (select tag_id, count(*)::integer as n from inserted where published_at is not null group by tag_id) as c
    having count(*) > 0;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.story_tags_count_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tags_add_story_counts(array_agg(tag_id), array_agg(n)) from (
    select tag_id, sum(n)::integer as n from (
      select tag_id, 1 as n from after_update where published_at is not null
      union all
      select tag_id, -1 from before_update where published_at is not null
    ) as changes group by tag_id having sum(n) <> 0
  ) as c having count(*) > 0;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.story_tags_take_sort_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select published_at, featured_at, trending, top, upvote_count
    into new.published_at, new.featured_at, new.trending, new.top, new.upvote_count
    from stories where id = new.story_id;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.tags_add_story_counts(tag_ids bigint[], deltas integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from tags where id = any (tag_ids) order by id for no key update;
  update tags set story_count = story_count + d.delta
    from unnest(tag_ids, deltas) as d (tag_id, delta) where tags.id = d.tag_id;
end $function$

CREATE OR REPLACE FUNCTION public.trending_added(total double precision, part double precision)
 RETURNS double precision
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  high double precision := greatest(total, part);
  low double precision := least(total, part);
begin
  if total is null or part is null or high - low > 60 then return high; end if;
  return high + ln(1 + power(2::double precision, low - high)) / ln(2::double precision);
end $function$

CREATE OR REPLACE FUNCTION public.trending_half_life_seconds()
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((3)::numeric * 86400.0)

CREATE OR REPLACE FUNCTION public.trending_with_event(trending double precision, weight double precision, happened_at timestamp with time zone)
 RETURNS double precision
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  event double precision := ln(weight) / ln(2::double precision)
    + extract(epoch from happened_at)::double precision / trending_half_life_seconds();
  high double precision;
  low double precision;
begin
  if trending is null then return event; end if;
  high := greatest(trending, event);
  low := least(trending, event);
  -- power() raises on underflow; beyond 60 half-lives the older part no longer shows in a double.
  if high - low > 60 then return high; end if;
  return high + ln(1 + power(2::double precision, low - high)) / ln(2::double precision);
end $function$

CREATE OR REPLACE FUNCTION public.wilson_lower_bound(upvotes integer, downvotes integer)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((upvotes + downvotes) = 0) THEN (0)::double precision ELSE (((((upvotes)::double precision + (1.9208)::double precision) / ((upvotes + downvotes))::double precision) - (((1.96)::double precision * sqrt(((((upvotes)::double precision * (downvotes)::double precision) / ((upvotes + downvotes))::double precision) + (0.9604)::double precision))) / ((upvotes + downvotes))::double precision)) / (((1)::numeric + (3.8416 / ((upvotes + downvotes))::numeric)))::double precision) END

-- ── Triggers ──

CREATE TRIGGER accounts_notify AFTER UPDATE OF username, display_name, bio, profile_picture_url ON public.accounts FOR EACH ROW EXECUTE FUNCTION notify_of_account()

CREATE TRIGGER chapters_count_in_story AFTER INSERT OR DELETE OR UPDATE OF word_count, updated_at ON public.chapters FOR EACH ROW EXECUTE FUNCTION chapters_count_in_story()

CREATE TRIGGER chapters_notify AFTER INSERT OR DELETE OR UPDATE OF title, content, "order" ON public.chapters FOR EACH ROW EXECUTE FUNCTION notify_of_story_part()

CREATE TRIGGER stories_copy_sort_keys AFTER UPDATE ON public.stories FOR EACH ROW WHEN ((((((old.published_at IS DISTINCT FROM new.published_at) OR (old.featured_at IS DISTINCT FROM new.featured_at)) OR (old.trending IS DISTINCT FROM new.trending)) OR (old.upvote_count IS DISTINCT FROM new.upvote_count)) OR (old.downvote_count IS DISTINCT FROM new.downvote_count))) EXECUTE FUNCTION stories_copy_sort_keys()

CREATE TRIGGER stories_count_in_totals AFTER INSERT OR DELETE OR UPDATE OF published_at, featured_at ON public.stories FOR EACH ROW EXECUTE FUNCTION stories_count_in_totals()

CREATE TRIGGER stories_notify_deleted AFTER DELETE ON public.stories FOR EACH ROW EXECUTE FUNCTION notify_of_story()

CREATE TRIGGER stories_notify_updated AFTER UPDATE OF title, slug, synopsis, published_at, featured_at ON public.stories FOR EACH ROW WHEN ((((((old.title IS DISTINCT FROM new.title) OR (old.slug IS DISTINCT FROM new.slug)) OR (old.synopsis IS DISTINCT FROM new.synopsis)) OR (old.published_at IS DISTINCT FROM new.published_at)) OR (old.featured_at IS DISTINCT FROM new.featured_at))) EXECUTE FUNCTION notify_of_story()

CREATE TRIGGER story_tags_count_deleted AFTER DELETE ON public.story_tags REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION story_tags_count_deleted()

CREATE TRIGGER story_tags_count_inserted AFTER INSERT ON public.story_tags REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION story_tags_count_inserted()

CREATE TRIGGER story_tags_count_updated AFTER UPDATE ON public.story_tags REFERENCING OLD TABLE AS before_update NEW TABLE AS after_update FOR EACH STATEMENT EXECUTE FUNCTION story_tags_count_updated()

CREATE TRIGGER story_tags_notify AFTER INSERT OR DELETE OR UPDATE OF "position" ON public.story_tags FOR EACH ROW EXECUTE FUNCTION notify_of_story_part()

CREATE TRIGGER story_tags_take_sort_keys BEFORE INSERT ON public.story_tags FOR EACH ROW EXECUTE FUNCTION story_tags_take_sort_keys()
