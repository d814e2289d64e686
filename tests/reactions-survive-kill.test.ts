import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Call } from '#base/contract.ts';
import { addBookmark, removeBookmark } from '#features/reactions/contract/bookmarks.ts';
import { castVote } from '#features/reactions/contract/votes.ts';
import { listStories } from '#features/stories/contract/stories.ts';
import type { Connection } from '#platform/database/database.ts';
import { sequence } from '#tests/support/readers.ts';
import { startSite } from '#tests/support/running-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';

const READERS = 200;
const ACTS = 10;
const STORIES = 6;

/** The excess of the counters over the countable rows: the sample stories come with some votes that have no row. */
async function surplus(db: Connection) {
  const { rows } = await sql<{ id: number; up: number; down: number; bookmarks: number }>`
    select id,
      upvote_count - (select count(*) from votes where story_id = stories.id and value = 1) as up,
      downvote_count - (select count(*) from votes where story_id = stories.id and value = -1) as down,
      bookmark_count - (select count(*) from bookmarks where story_id = stories.id) as bookmarks
    from stories order by id`.execute(db);
  assert.ok(rows.length > 0 && rows.every(({ up, down, bookmarks }) => Math.min(up, down, bookmarks) >= 0));
  return rows;
}

let atFirst: Awaited<ReturnType<typeof surplus>> = [];
const tokens = new Map<number, string>();
let site = await startSite({
  fill: async (context) => {
    for (let at = 0; at < READERS; at += 1) {
      const { id, token } = await signedIn(context, `reader-${at}`);
      tokens.set(id, token);
    }
    atFirst = await surplus(context.db);
  },
});
after(() => site.stop());

/** The states that one reader's votes and bookmarks may be in, given the answers so far. */
type Known = Map<string, Set<string>>;

test('no acknowledged vote or bookmark of 200 readers is lost when the site is killed', async () => {
  const { stories } = await site.call(listStories, { limit: STORIES });
  const known: Known = new Map();
  let acknowledged = 0;
  let isKilled = false;

  /** Sends a write; until its answer arrives, both the old state and the new one may be stored. */
  async function act(kind: string, state: string, call: Call, input: { id: string }, token: string) {
    const before = known.get(kind) ?? new Set(['none']);
    known.set(kind, new Set([...before, state]));
    await site.call(call, input, token);
    known.set(kind, new Set([state]));
    acknowledged += 1;
  }

  async function read(account: number, token: string, random: () => number, acts: number) {
    for (let turn = 0; turn < acts; turn += 1) {
      const story = stories[Math.floor(random() * stories.length)];
      assert.ok(story);
      const id = String(story.id);
      const choice = Math.floor(random() * 5);
      const vote_type = (['upvote', 'downvote', 'none'] as const)[choice];
      try {
        if (vote_type !== undefined) {
          const input = { id, vote_type };
          await act(`vote ${account} ${id}`, vote_type, castVote, input, token);
        } else if (choice === 3) await act(`bookmark ${account} ${id}`, 'kept', addBookmark, { id }, token);
        else await act(`bookmark ${account} ${id}`, 'none', removeBookmark, { id }, token);
      } catch (error) {
        if (isKilled) return;
        throw error;
      }
    }
  }

  const everybody = (seed: number, acts: number) => {
    const random = sequence(seed);
    return Promise.all([...tokens].map(([account, token]) => read(account, token, random, acts)));
  };

  const reading = everybody(1, ACTS);
  while (acknowledged < (READERS * ACTS) / 3) await Promise.race([pause(5), reading]);
  isKilled = true;
  site.child.kill('SIGKILL');
  await Promise.all([once(site.child, 'exit'), reading]);
  assert.ok(acknowledged < READERS * ACTS, 'it was killed too late to tell anything');
  const acknowledgedBefore = acknowledged;

  site = await startSite({ dataDir: site.dataDir });
  await site.within((context) => assertStored(context.db));
  isKilled = false;
  await everybody(2, ACTS / 2);
  assert.ok(acknowledged > acknowledgedBefore);
  await site.within((context) => assertStored(context.db));

  async function assertStored(db: Connection) {
    const { rows } = await sql<{ kind: string; state: string }>`
      select format('vote %s %s', account_id, story_id) as kind,
        case value when 1 then 'upvote' else 'downvote' end as state from votes
      union all select format('bookmark %s %s', account_id, story_id), 'kept' from bookmarks`.execute(db);
    const stored = new Map(rows.map(({ kind, state }) => [kind, state]));
    for (const [kind, states] of known) {
      const state = stored.get(kind) ?? 'none';
      assert.ok(states.has(state), `${kind}: ${state} is stored, ${[...states].join(' or ')} was told`);
    }
    assert.deepEqual(await surplus(db), atFirst);
  }
});
