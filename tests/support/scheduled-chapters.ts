import { sql } from 'kysely';
import type { Context } from '#platform/runtime/context.ts';

/** On a busy machine more rows at once would exceed the statement timeout. */
const ROWS = 100;

interface Plan {
  stories: number;
  /** The scheduled chapters of each story. */
  chapters: number;
  /** Whether the stories are in the lists already, with a chapter before these. */
  areListed?: boolean;
  publishAt: Date;
}

function* portions(count: number): Generator<[number, number]> {
  for (let from = 1; from <= count; from += ROWS) yield [from, Math.min(count, from + ROWS - 1)];
}

let plans = 0;

/** Stories of ten words and five of sixty tags, each by an author of its own up to a hundred, with scheduled chapters. */
export async function scheduleChapters({ db }: Pick<Context, 'db'>, plan: Plan): Promise<void> {
  const name = `plan-${++plans}`;
  await sql`insert into tags (name, key) select 'shelf ' || n, 'shelf' || n from generate_series(1, 60) as n
    on conflict do nothing`.execute(db);
  const authors = await sql<{ id: number }>`insert into accounts (username)
    select ${name}::text || '-' || n from generate_series(1, ${Math.min(plan.stories, 100)}::integer) as n
    returning id`.execute(db);
  const authorIds = authors.rows.map(({ id }) => id);
  for (const [from, to] of portions(plan.stories)) {
    const { rows } = await sql<{ id: number }>`
      insert into stories (author_id, title, slug, synopsis)
      select (${authorIds}::bigint[])[1 + n % ${authorIds.length}::integer], 'A harbour story, number ' || n,
        ${name}::text || '-' || n, 'In the ' || n || 'th year she came back.'
      from generate_series(${from}::integer, ${to}::integer) as n returning id`.execute(db);
    const storyIds = rows.map(({ id }) => id);
    await sql`
      insert into story_tags (story_id, tag_id, position)
      select story.id, tag.id, row_number() over (partition by story.id order by tag.id)
      from unnest(${storyIds}::bigint[]) as story (id)
      join (select id, row_number() over (order by id) as n from tags where key like 'shelf%') as tag
        on (story.id * 7 + tag.n) % 12 = 0`.execute(db);
    if (plan.areListed) {
      await sql`
        insert into chapters (story_id, title, "order", content, cleaner_version, word_count)
        select story_id, 'Before', 1, '<p>Once.</p>', 1, 1 from unnest(${storyIds}::bigint[]) as story_id`.execute(
        db,
      );
    }
    const each = Math.max(1, Math.floor(ROWS / storyIds.length));
    for (let first = 1; first <= plan.chapters; first += each) {
      await sql`
        insert into chapters (story_id, title, "order", content, cleaner_version, word_count, state, publish_at)
        select story_id, 'Part ' || n, n + 1,
          '<p>' || repeat('The lamp was lit at eight and nobody came to read the book. ', 10) || '</p>', 1, 120,
          'scheduled', ${plan.publishAt}
        from unnest(${storyIds}::bigint[]) as story_id
        cross join generate_series(${first}::integer, ${Math.min(plan.chapters, first + each - 1)}::integer) as n`.execute(
        db,
      );
    }
  }
}
