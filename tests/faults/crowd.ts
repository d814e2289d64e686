import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningSite } from '#tests/support/running-site.ts';
import type { SignedInPerson } from '#tests/support/signed-in.ts';
import { type Acknowledged, nothingYet, writeOn } from './writers.ts';

/** Between two requests of one of them; also for who is told to come again later: it is to be seen how it is now. */
const AGAIN_MILLISECONDS = 30;

/** What a crowd was told while something was done to its site. */
export interface Crowd {
  log: Acknowledged;
  /** Refusals with a time to come back, as the site promises them. */
  refusals: number;
  /** Whatever else than yes or such a refusal it was told, connections that were cut off among it. */
  faults: string[];
  longestMilliseconds(): number;
  /** Waits until each of the crowd has been told yes; how many milliseconds that took. */
  untilAllServed(): Promise<number>;
  /** Lets everybody finish and go home. */
  leave(): Promise<void>;
}

const isRefusal = (status: number, retryAfter: string | null) => status === 503 && Number(retryAfter) >= 1;

/** Readers of pages and of the API, and authors who write, each without a pause. */
export function gather({ url, child, output }: RunningSite, people: readonly SignedInPerson[]): Crowd {
  const log = nothingYet();
  const crowd = { log, refusals: 0, faults: [] as string[] };
  let longest = 0;
  let isOver = false;
  /** For each kind of request, when it was last told yes. */
  const served = new Map<string, number>();

  function told(status: number, retryAfter: string | null, what: string): void {
    if (isRefusal(status, retryAfter)) crowd.refusals += 1;
    else crowd.faults.push(`${what}: ${status}, retry-after ${retryAfter}`);
  }

  async function read(what: string, path: () => string, headers: Record<string, string>): Promise<void> {
    while (!isOver) {
      const asked = performance.now();
      try {
        const answer = await fetch(url + path(), { headers, signal: AbortSignal.timeout(20_000) });
        await answer.arrayBuffer();
        if (answer.status === 200) served.set(what, asked);
        else told(answer.status, answer.headers.get('retry-after'), what);
      } catch (error) {
        crowd.faults.push(`${what}: ${String(error)}`);
      }
      longest = Math.max(longest, performance.now() - asked);
      await pause(AGAIN_MILLISECONDS);
    }
  }

  async function write(person: SignedInPerson): Promise<void> {
    const what = `writing of ${person.username}`;
    while (!isOver) {
      await writeOn(
        url,
        person,
        log,
        () => isOver,
        async ({ status, retryAfter }) => {
          told(status, retryAfter, what);
          await pause(AGAIN_MILLISECONDS);
        },
      ).catch((error: unknown) => void crowd.faults.push(`${what}: ${String(error)}`));
      await pause(AGAIN_MILLISECONDS);
    }
  }

  const token = people[0]?.headers ?? {};
  let words = 0;
  const members = [
    ...people.map(write),
    // Words that nobody has looked for are in no cache, and who has a token is answered anew.
    read('a search page', () => `/search?q=word${words++}`, {}),
    read('a list', () => '/api/stories', token),
    read('own profile', () => '/api/accounts/profile', token),
  ];
  return Object.assign(crowd, {
    longestMilliseconds: () => Math.max(longest, log.longestMilliseconds),
    async untilAllServed() {
      const from = performance.now();
      const written = log.stories.size;
      const kinds = ['a search page', 'a list', 'own profile'];
      while (
        log.stories.size < written + people.length ||
        !kinds.every((kind) => (served.get(kind) ?? 0) > from)
      ) {
        assert.equal(child.exitCode, null, `the site has ended:\n${output()}`);
        await pause(5);
      }
      return performance.now() - from;
    },
    async leave() {
      isOver = true;
      await Promise.all(members);
    },
  });
}

export function assertOnlyRefused({ faults }: Crowd, { output }: Pick<RunningSite, 'output'>): void {
  const bugs = output().match(/.*"msg":"a bug".*/g) ?? [];
  const message = `${faults.length} answers are neither yes nor a refusal; bugs: ${bugs.slice(0, 3).join('\n')}`;
  assert.deepEqual(faults.slice(0, 5), [], message);
}
