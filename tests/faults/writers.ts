import assert from 'node:assert/strict';
import pg from 'pg';
import type { Context } from '#platform/runtime/context.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';

/**
 * The writes that the site has acknowledged. The check reads them before it writes anything new, because
 * later writes prove nothing.
 */
export interface Acknowledged {
  /** Keyed by title; no two stories of the writers share one. */
  stories: Map<string, number>;
  chapters: Set<number>;
  /** Pairs of account and story. */
  votes: Set<string>;
  bookmarks: Set<string>;
  /** The duration of the slowest answer, successful or not. */
  longestMilliseconds: number;
}

export const createAcknowledged = (): Acknowledged => ({
  stories: new Map(),
  chapters: new Set(),
  votes: new Set(),
  bookmarks: new Set(),
  longestMilliseconds: 0,
});

export async function newWriters(context: Context, count: number): Promise<SignedInPerson[]> {
  const people: SignedInPerson[] = [];
  for (let n = 0; n < count; n++) people.push(await signedIn(context, `writer-${n}`));
  return people;
}

interface Answer {
  status: number;
  retryAfter: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: a writer reads what the answer should hold, and fails where it doesn't.
  data: any;
}

export async function send(url: string, person: SignedInPerson, path: string, body: object): Promise<Answer> {
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // No request may stay open longer, so a timeout here is a fault.
    signal: AbortSignal.timeout(20_000),
  });
  const { data } = (await answer.json()) as { data: unknown };
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), data };
}

let titles = 0;

/**
 * Writes a story, two chapters, a vote and a bookmark, repeatedly, and records each acknowledged write, until
 * the test is over or the site stops answering. Failures go to `refused`.
 */
export async function keepWriting(
  url: string,
  person: SignedInPerson,
  log: Acknowledged,
  isOver: () => boolean,
  refused: (answer: Answer) => Promise<void> | void,
): Promise<void> {
  const yes = async (path: string, body: object): Promise<Answer | undefined> => {
    const startedAt = performance.now();
    const answer = await send(url, person, path, body);
    log.longestMilliseconds = Math.max(log.longestMilliseconds, performance.now() - startedAt);
    if (answer.status === 200 || answer.status === 201) return answer;
    await refused(answer);
    return undefined;
  };
  while (!isOver()) {
    const title = `Written ${process.pid} ${titles++}`;
    const story = await yes('/stories', { title, tags: ['sea'] });
    if (story === undefined) continue;
    const { id } = story.data;
    log.stories.set(title, id);
    for (const order of [1, 2]) {
      const chapter = await yes(`/stories/${id}/chapters`, { title: 'A', content: '<p>On.</p>', order });
      if (chapter !== undefined) log.chapters.add(chapter.data.id);
    }
    if (await yes(`/tracking/stories/${id}/vote`, { vote_type: 'upvote' }))
      log.votes.add(`${person.id} ${id}`);
    if (await yes(`/tracking/stories/${id}/bookmark`, {})) log.bookmarks.add(`${person.id} ${id}`);
  }
}

/** Lists the acknowledged writes that the database lacks, or has twice. */
export async function missingWrites(connectionString: string, log: Acknowledged): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const values = async (query: string) =>
    new Set((await client.query<{ value: string }>(query)).rows.map(({ value }) => value));
  try {
    const titled = await client.query<{ title: string; ids: string[] }>(
      "select title, array_agg(id::text) as ids from stories where title like 'Written %' group by title",
    );
    const ids = new Map(titled.rows.map((row) => [row.title, row.ids]));
    const chapters = await values('select id::text as value from chapters');
    const votes = await values("select account_id || ' ' || story_id as value from votes");
    const bookmarks = await values("select account_id || ' ' || story_id as value from bookmarks");
    const wrongCounts =
      await values(`select 'counts of ' || id as value from stories s where title like 'Written %' and (
      upvote_count <> (select count(*) from votes where story_id = s.id)
      or bookmark_count <> (select count(*) from bookmarks where story_id = s.id)
      or chapter_count <> (select count(*) from chapters where story_id = s.id))`);
    const missing = (name: string, acknowledged: Iterable<string>, stored: Set<string>) =>
      [...acknowledged].filter((id) => !stored.has(id)).map((id) => `${name} ${id}`);
    return [
      ...[...log.stories]
        .filter(([title, id]) => ids.get(title)?.join() !== String(id))
        .map(([title]) => title),
      ...titled.rows.filter((row) => row.ids.length > 1).map((row) => `${row.title} twice`),
      ...missing('chapter', [...log.chapters].map(String), chapters),
      ...missing('vote', log.votes, votes),
      ...missing('bookmark', log.bookmarks, bookmarks),
      ...wrongCounts,
    ];
  } finally {
    await client.end();
  }
}

export function assertWriteCount(log: Acknowledged, least: number): void {
  const { stories, chapters, votes, bookmarks } = log;
  for (const [name, { size }] of Object.entries({ stories, chapters, votes, bookmarks }))
    assert.ok(size >= least, `only ${size} ${name} were written: this shows little`);
}
