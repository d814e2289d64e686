import { type Kysely, sql } from 'kysely';
import type { Tables } from '#platform/database/tables.ts';
import type { Context } from '#platform/runtime/context.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { fillExampleStories } from '#tests/world.ts';

/** Texts that a careless copy would change: line ends of all kinds, quotes, marks of formats, the edges of Unicode. */
const AWKWARD =
  'One\ntwo\r\nthree\u2028four\u2029five\ttab "quoted" \'single\' \\N \\. {"part":"votes"} [1] \u0001\u007f é e\u0301 🌙 \ufffd';

/** Puts rows into every table that a backup includes, with hostile values if the table allows them. */
export async function fillEveryTable(context: Context): Promise<void> {
  const { db } = context;
  const { stories } = await fillExampleStories(context);
  const story = stories.ferry.id;
  const reader = await signedIn(context, 'keeps-everything');
  await db
    .updateTable('accounts')
    .set({ bio: AWKWARD, display_name: '' })
    .where('id', '=', reader.id)
    .execute();
  await db
    .updateTable('stories')
    .set({ synopsis: AWKWARD, trending: 6831.123456789012 })
    .where('id', '=', story)
    .execute();
  for (const [statement, ...values] of rowsOfTheRest(reader.id, story)) await run(db, statement, values);
  await context.outbox.post(db, 'reader@example.org', () => ({
    kind: 'delete-account',
    subject: 'One line',
    text: AWKWARD,
    html: `<p>${AWKWARD}</p>`,
  }));
  await context.jobs.enqueue(db, 'a-job-of-the-drill', { words: AWKWARD }, { queueName: 'one by one' });
  await sql`select graphile_worker.add_job('a-job-of-another-kind', '{}', run_at => now() + interval '1 day',
    max_attempts => 7, priority => 3, flags => array['one', 'two'])`.execute(db);
}

function run(db: Kysely<Tables>, statement: string, values: unknown[]): Promise<unknown> {
  const parts = statement.split('?');
  const query = sql.join(
    parts.map((part, at) => (at < values.length ? sql`${sql.raw(part)}${values[at]}` : sql.raw(part))),
    sql.raw(''),
  );
  return query.execute(db);
}

const bytes = Buffer.from([0, 10, 13, 92, 120, 255]);

/** Plain rows for the tables that the test world leaves empty; a new table needs a line here. */
function rowsOfTheRest(account: number, story: number): [string, ...unknown[]][] {
  return [
    [
      'update author_stats set trending = 1e-300, top = 1.0 / 3.0 where account_id in (select author_id from stories)',
    ],
    ['insert into bookmarks (account_id, story_id, bookmarked_at) values (?, ?, now())', account, story],
    ['insert into votes (account_id, story_id, value) values (?, ?, -1)', account, story],
    [
      'insert into chapter_reads (chapter_id, read_seconds) select id, 9007199254740993 from chapters limit 1',
    ],
    [
      `insert into chapter_versions (chapter_id, title, content, cleaner_version, word_count, saved_at, replaced_at)
        select id, ?, content, 1, 1, '2026-11-20 01:02:03.000001+02', now() from chapters limit 1`,
      AWKWARD,
    ],
    [
      "insert into drafts (account_id, place, fields, updated_at) values (?, 'create-story', ?, now())",
      account,
      JSON.stringify({ title: AWKWARD }),
    ],
    [
      `insert into series (owner_id, author_id, slug, title, synopsis)
        select account_of(author_id), author_id, 'a-series', ?, ? from stories where id = ?`,
      AWKWARD,
      AWKWARD,
      story,
    ],
    ['insert into hidden_items (account_id, story_id) values (?, ?)', account, story],
    ["insert into unfound_hidden_items (account_id, kind, item_id) values (?, 'tags', 77)", account],
    ["insert into saved_filters values (?, ?, 'tags=letters', true)", account, 'A'.repeat(40)],
    [
      `insert into follows (account_id, query, mail, mailed_from, mailed_until) values (?, 'tags=letters', 'now', now(), now())`,
      account,
    ],
    ['insert into follow_settings (account_id, titles_chosen_at) values (?, now())', account],
    ['insert into follow_reads (account_id, story_id, read_until) values (?, ?, now())', account, story],
    ["insert into follow_mail_runs values ('daily', now())"],
    ['insert into series_stories (series_id, story_id, position) select id, ?, 1 from series', story],
    [
      `insert into shelf_marks (account_id, story_id, state, state_at, rating, note, tags)
        values (?, ?, 'reading', now(), 5, ?, array[?])`,
      ...[account, story, AWKWARD, AWKWARD],
    ],
    [
      `insert into shelves (owner_id, author_id, slug, title, synopsis, visibility)
        select account_of(author_id), author_id, 'a-list', ?, ?, 'link' from stories where id = ?`,
      ...[AWKWARD, AWKWARD, story],
    ],
    [
      'insert into shelf_stories (shelf_id, story_id, position, note) select id, ?, 1, ? from shelves',
      ...[story, AWKWARD],
    ],
    ['insert into history_choices (account_id, clear_after_days) values (?, 30)', account],
    [
      'insert into history_entries (account_id, chapter_id, finished_at) select ?, id, now() from chapters limit 1',
      account,
    ],
    ["insert into story_statistics (story_id, day, kind, count) values (?, '2026-11-20', 'view', 3)", story],
    ['insert into feed_tokens (account_id, token_hash, salt) values (?, ?, ?)', account, bytes, bytes],
    ['insert into secret_links (story_id, token_hash, salt) values (?, ?, ?)', story, bytes, bytes],
    [
      `insert into corrections (chapter_id, network, quote, replacement, note)
        select id, ?, ?, '', '' from chapters limit 1`,
      bytes,
      AWKWARD,
    ],
    [
      'insert into trash_entries (story_id, chapter_id) select story_id, id from chapters order by id desc limit 1',
    ],
    [
      "insert into keyed_requests (hash, fingerprint, answer) values (?, ?, '{}')",
      Buffer.from('k'),
      Buffer.from('k'),
    ],
    [
      'insert into google_attempts (token_hash, state, nonce, code_verifier) values (?, ?, ?, ?)',
      bytes,
      ...['x', 'x', 'x'],
    ],
    [
      "insert into google_identities (issuer, subject, account_id) values ('https://accounts.google.com', 'x', ?)",
      account,
    ],
    [
      `insert into mail_tokens (hash, purpose, account_id, email, expires_at)
        values (?, 'verify', ?, 'a@example.org', now())`,
      bytes,
      account,
    ],
    [
      "insert into email_changes (account_id, email, expires_at) values (?, 'new@example.org', now())",
      account,
    ],
    ["insert into invitations (code, account_id, expires_at) values ('abcde-fghjk', ?, now())", account],
    [
      "insert into trusted_flaggers (organisation, address, until) values ('Hotline', '@hotline.example', '2099-12-31')",
    ],
    [
      "insert into network_bans (range, scope, reason, expires_at) values ('203.0.113.0/24', 'sign-up', 'x', now())",
    ],
    [
      `insert into setting_changes (setting, revision, value, actor_id, actor_name)
        values ('site_name', 1, ?, 1, 'ada')`,
      AWKWARD,
    ],
    [
      `insert into announcement_revisions
        (announcement_id, revision, kind, text, starts_at, ends_at, action, actor_id, actor_name)
        values (1, 1, 'notice', ?, now(), now(), 'write', 1, 'ada')`,
      AWKWARD,
    ],
    ["insert into terms_acceptances (account_id, version) values (?, '2025-03-23')", account],
    ["insert into account_activity (account_id, kind) values (?, 'signed-in')", account],
    ['insert into age_checks (id) values (?)', bytes],
    ['insert into known_devices (hash, account_id) values (?, ?)', bytes, account],
    ['insert into totp_secrets (account_id, sealed) values (?, ?)', account, bytes],
    [
      `insert into passkeys (account_id, credential_id, name, public_key, counter) values (?, 'x', 'x', ?, 0)`,
      account,
      bytes,
    ],
    ['insert into passkey_challenges (hash, account_id, expires_at) values (?, ?, now())', bytes, account],
    ['insert into recovery_codes (hash, account_id) values (?, ?)', bytes, account],
    ['insert into sign_in_tickets (hash, account_id, expires_at) values (?, ?, now())', bytes, account],
    [
      `insert into newsletter_subscribers (email, new_stories, featured_authors, weekly_updates, token_hash)
        values ('Reader@Example.org', true, false, true, ?)`,
      bytes,
    ],
    [
      `insert into newsletter_links (hash, purpose, email, new_stories, featured_authors, weekly_updates, expires_at)
        values (?, 'confirm', 'b@example.org', true, true, true, 'infinity')`,
      bytes,
    ],
    [
      `insert into newsletter_issues (week, since, until, new_story_count, is_best_new)
        values ('2026-11-16', '2026-11-09', '2026-11-16', 0, true)`,
    ],
    [
      "insert into newsletter_issue_stories (issue_id, section, position, story_id) select id, 'new', 1, ? from newsletter_issues",
      story,
    ],
    [
      `insert into newsletter_deliveries (issue_id, subscriber_id)
        select i.id, s.id from newsletter_issues i cross join newsletter_subscribers s`,
    ],
    ['insert into imports (account_id) values (?)', account],
    [
      "insert into import_files (import_id, position, name, content, problems) select id, 0, ?, ?, '{a}' from imports",
      AWKWARD,
      bytes,
    ],
    [
      "insert into import_sections (file_id, number, opening, html) select id, 0, '', ? from import_files",
      AWKWARD,
    ],
    ['insert into weekly_leads values (?, now())', story],
    ['insert into ranking_changes (story_id) values (?) on conflict do nothing', story],
    [
      `insert into refresh_tokens (hash, session_id, replaced_at) select ?, id, '1970-01-01' from sessions limit 1`,
      bytes,
    ],
    [
      `insert into push_browsers (account_id, session_id, endpoint, p256dh, auth)
        select account_id, id, 'https://web.push.apple.com/x', 'x', 'x' from sessions limit 1`,
    ],
    [
      `insert into comments (story_id, account_id, content, state) values (?, ?, ?, 'shown')`,
      story,
      account,
      AWKWARD,
    ],
    [
      `insert into comment_paragraphs (chapter_id, index, text_hash, text, before, after, copies)
        select id, 0, 'x', ?, '', '', 1 from chapters limit 1`,
      AWKWARD,
    ],
    ['insert into comment_versions (comment_id, content) select id, ? from comments', AWKWARD],
    ['insert into comment_thanks (comment_id, account_id) select id, ? from comments', account],
    [
      'insert into note_threads (story_id, sender_id, sender_name_id) values (?, ?, ?)',
      story,
      account,
      account,
    ],
    ['insert into notes (thread_id, is_from_author, content) select id, false, ? from note_threads', AWKWARD],
    ['insert into filtered_words (author_id, words) values (?, array[?])', account, AWKWARD],
    [
      `insert into comment_sweeps (account_id, swept_as, story_id, reason, comment_count) values (?, 'author', ?, ?, 1)`,
      account,
      story,
      AWKWARD,
    ],
    [
      `insert into swept_comments (sweep_id, comment_id, former_state)
        select comment_sweeps.id, comments.id, 'waiting' from comment_sweeps, comments`,
    ],
    [
      `insert into blocks (account_id, author_id, blocked_id, kind) select ?, id, account_id, 'mute' from pen_names
        where account_id <> ? limit 1`,
      account,
      account,
    ],
    [
      'insert into reports (reporter_id, story_id, reason) values (?, ?, ?)',
      account,
      story,
      `${AWKWARD} and more`,
    ],
    [`insert into tag_proposals (relation, tag_id, target_id) select 'parent', min(id), max(id) from tags`],
    ['insert into tag_proposers (proposal_id, account_id) select id, ? from tag_proposals', account],
    [
      `insert into tag_changes (relation, tag_id, target_id, proposal_id)
       select relation, tag_id, target_id, id from tag_proposals`,
    ],
    ['select tags_derive_relations()'],
    ["insert into search_term_counts (place, term, share, total) values ('head', 'ferry', 0.5, 4)"],
    ['insert into shared_readers (story_id, mate_id, strength) select ?, max(id), 0.125 from stories', story],
    ['insert into story_shares (story_id, platform, share_count) values (?, ?, 3)', story, 'copy'],
    [
      `insert into takedown_requests (request_type, requester_name, requester_email, requester_title, content_url,
        content_description, reason, owner_info, address, additional_info, declaration_version, declaration_text, fingerprint)
        values ('other', 'x', 'x@x.example', '', '', ?, 'x', 'x', 'x', '', '1', 'x', ?)`,
      AWKWARD,
      bytes,
    ],
    [
      `insert into takedown_steps (request_id, step, username, note, put_back_from, put_back_until)
        select id, 'counter-notice', 'x', '', '2026-12-01', '2026-12-07' from takedown_requests`,
    ],
    [
      `insert into moderation_entries (actor_role, action, case_id, story_id, passage, note)
        select 'operator', 'hide', id, subject_id, ?, ? from moderation_cases where subject = 'story'`,
      AWKWARD,
      AWKWARD,
    ],
    [
      `insert into story_withholdings (story_id, cause, look, entry_id)
        select story_id, 'decision', 'hidden', id from moderation_entries`,
    ],
    [
      `insert into list_withholdings (shelf_id, entry_id)
        select shelves.id, moderation_entries.id from shelves, moderation_entries`,
    ],
    [
      `insert into comment_withholdings (comment_id, entry_id)
        select comments.id, moderation_entries.id from comments, moderation_entries`,
    ],
    [
      `insert into inbox_items (account_id, kind, entry_id, read_at)
        select ?, 'decision', id, now() from moderation_entries`,
      account,
    ],
    [
      `insert into inbox_items (account_id, kind, sweep_id) select ?, 'sweep', id from comment_sweeps`,
      account,
    ],
    [
      `insert into inbox_settings (account_id, muted_kinds, mail, mailed_until)
        values (?, '{thanks,followers}', 'weekly', now())`,
      account,
    ],
    [
      `insert into appeals (entry_id, account_id, subject, subject_id, words)
        select id, ?, 'story', story_id, ? from moderation_entries`,
      account,
      AWKWARD,
    ],
    [
      `insert into evidence (case_id, kind, source_id, title, content)
        select id, 'story', subject_id, 'x', ? from moderation_cases where subject = 'story'`,
      AWKWARD,
    ],
    [
      `insert into spam_marks (account_id, entry_id, has_suspended, has_withheld, report_ids, case_ids, by_hand_case_ids)
        select ?, id, true, true, '{1,2}', '{}', '{}' from moderation_entries`,
      account,
    ],
    ["insert into bulk_actions (actor_id, action, note) values (?, 'spam', ?)", account, AWKWARD],
    ["insert into bulk_action_rows (bulk_id, target, report_ids) select id, 1, '{1,2}' from bulk_actions"],
    ['insert into staff_notes (account_id, writer_id, body) values (?, ?, ?)', account, account, AWKWARD],
    ["insert into old_addresses (address, story_id) select 'viewstory.php?sid=1', min(id) from stories"],
    [
      'insert into publication_counts (account_id, story_count, chapter_count, created_count) values (?, 1, 5, 2)',
      account,
    ],
    ['insert into visit_marks (mark) values (?)', bytes],
    ["insert into forgotten_mail_drops (kind, mails) values ('reset-password', 9007199254740993)"],
    ["insert into refused_addresses (address_key, refused_at) values ('came.back@example.org', now())"],
    [
      `insert into forgotten_reports (received_on, subject, is_grave, by_guest, by_trusted, decided_on, is_upheld, hours)
        values ('2026-01-02', 'story', true, false, true, '2026-01-03', true, 31.123456789)`,
    ],
    [
      `insert into forgotten_appeals (received_on, answered_on, is_granted, hours)
        values ('2026-01-02', '2026-01-03', false, 31.123456789)`,
    ],
    ["insert into stranger_quota (bucket, hour, taken) values ('newsletter', now(), 7)"],
    ["insert into last_backup (made_at, bytes) values (now() - interval '1 day', 9007199254740993)"],
    ["insert into throttle_counters (key, points) values ('not kept', 1)"],
  ];
}
