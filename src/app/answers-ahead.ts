import type { Call, CallApi } from '#base/contract.ts';
import { isUnreachable } from '#base/failure.ts';
import { callApi, lastChange } from '#ui/api-client.ts';
import { readTokens } from '#ui/session.ts';

interface Answer {
  data: Promise<unknown>;
  askedAt: number;
}

/** The answers for pages that the reader may open next (link-prefetch.ts), the latest last. */
export const answersAhead = new Map<string, Answer>();

/** A page that is shown later than this is asked for again. */
const MAX_AGE_MILLISECONDS = 120_000;

/** Another account gets other answers. */
export function keyOf({ path }: Call, input: unknown): string {
  return JSON.stringify([path, input, readTokens()?.token]);
}

/** Whether an answer is young enough, and asked for after everything that the reader changed. */
export function isFresh({ askedAt }: Answer): boolean {
  return askedAt > lastChange() && Date.now() - askedAt < MAX_AGE_MILLISECONDS;
}

/** The transport of loaders: uses each answer that was fetched ahead once, and fetches the others. */
export const callOrTakeAnswer: CallApi = (call, input) => {
  const key = keyOf(call, input);
  const answer = answersAhead.get(key);
  answersAhead.delete(key);
  if (answer === undefined) return callApi(call, input);
  const ahead = answer.data as ReturnType<typeof callApi<typeof call>>;
  // A failure is not taken over: the page asks again, and reports what happens then.
  if (isFresh(answer)) return ahead.catch(() => callApi(call, input));
  return callApi(call, input).catch((error: unknown) => {
    // Without a network, an old answer is better than none.
    if (isUnreachable(error)) return ahead;
    throw error;
  });
};
