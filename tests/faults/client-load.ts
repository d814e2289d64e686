import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningSite } from '#tests/support/running-site.ts';
import type { SignedInPerson } from '#tests/support/signed-in-person.ts';
import { type Acknowledged, createAcknowledged, keepWriting } from './writers.ts';

/** The pause of one member between two requests, also after a refusal: the test observes the site's present state. */
const AGAIN_MILLISECONDS = 30;

/** The answers that a burst of clients got while the site was under a fault. */
export interface ClientLoad {
  log: Acknowledged;
  /** Refusals with a Retry-After header, as the site promises them. */
  refusals: number;
  /** Every other failure, including broken connections. */
  faults: string[];
  longestMilliseconds(): number;
  /** Waits until each member has got a successful answer; returns the milliseconds that this took. */
  untilAllServed(): Promise<number>;
  /** Lets all members finish their requests and stops them. */
  leave(): Promise<void>;
}

const isRefusal = (status: number, retryAfter: string | null) => status === 503 && Number(retryAfter) >= 1;

/** Readers of pages and of the API, and authors who write, each without a pause. */
export function startClientLoad(
  { url, child, output }: RunningSite,
  people: readonly SignedInPerson[],
): ClientLoad {
  const log = createAcknowledged();
  const load = { log, refusals: 0, faults: [] as string[] };
  let longest = 0;
  let isOver = false;
  /** The time of the last success for each kind of request. */
  const served = new Map<string, number>();

  function recordRefusal(status: number, retryAfter: string | null, what: string): void {
    if (isRefusal(status, retryAfter)) load.refusals += 1;
    else load.faults.push(`${what}: ${status}, retry-after ${retryAfter}`);
  }

  async function read(what: string, path: () => string, headers: Record<string, string>): Promise<void> {
    while (!isOver) {
      const startedAt = performance.now();
      try {
        const answer = await fetch(url + path(), { headers, signal: AbortSignal.timeout(20_000) });
        await answer.arrayBuffer();
        if (answer.status === 200) served.set(what, startedAt);
        else recordRefusal(answer.status, answer.headers.get('retry-after'), what);
      } catch (error) {
        load.faults.push(`${what}: ${String(error)}`);
      }
      longest = Math.max(longest, performance.now() - startedAt);
      await pause(AGAIN_MILLISECONDS);
    }
  }

  async function write(person: SignedInPerson): Promise<void> {
    const what = `writing of ${person.username}`;
    while (!isOver) {
      await keepWriting(
        url,
        person,
        log,
        () => isOver,
        async ({ status, retryAfter }) => {
          recordRefusal(status, retryAfter, what);
          await pause(AGAIN_MILLISECONDS);
        },
      ).catch((error: unknown) => void load.faults.push(`${what}: ${String(error)}`));
      await pause(AGAIN_MILLISECONDS);
    }
  }

  const token = people[0]?.headers ?? {};
  let writes = 0;
  const members = [
    ...people.map(write),
    // New words are in no cache, and requests with a token bypass the cache.
    read('a search page', () => `/search?q=word${writes++}`, {}),
    read('a list', () => '/api/stories', token),
    read('own profile', () => '/api/accounts/profile', token),
  ];
  return Object.assign(load, {
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

export function assertOnlyRefused({ faults }: ClientLoad, { output }: Pick<RunningSite, 'output'>): void {
  const bugs = output().match(/.*"msg":"a bug".*/g) ?? [];
  const message = `${faults.length} answers are neither yes nor a refusal; bugs: ${bugs.slice(0, 3).join('\n')}`;
  assert.deepEqual(faults.slice(0, 5), [], message);
}
