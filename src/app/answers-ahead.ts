import type { Call, CallApi, DataOf } from '#base/contract.ts';
import { isUnreachable } from '#base/failure.ts';
import { callApi, lastChange } from '#ui/api-client.ts';
import { readTokens } from '#ui/session.ts';

interface Answer<Data = unknown> {
  data: Promise<Data>;
  /** The same, or an earlier answer if the site can't be reached. */
  dataOrEarlier: Promise<Data>;
  askedAt: number;
}

/** The answers for pages that the reader may open next (link-prefetch.ts), the latest last. */
export const answersAhead = new Map<string, Answer>();

/** The answers that wait for their page; old ones serve a reader who has lost the network. */
const MAX_ANSWERS = 40;

/** A page that is shown later than this is asked for again. */
const MAX_AGE_MILLISECONDS = 120_000;

/** Another account gets other answers. */
function keyOf({ path }: Call, input: unknown): string {
  return JSON.stringify([path, input, readTokens()?.token]);
}

/** Whether an answer is young enough, and asked for after everything that the reader changed. */
function isFresh({ askedAt }: Answer): boolean {
  return askedAt > lastChange() && Date.now() - askedAt < MAX_AGE_MILLISECONDS;
}

/** Asks for an answer that a page will need, unless it is there. */
export const askAhead: CallApi = (call, input) => {
  const key = keyOf(call, input);
  const known = answersAhead.get(key) as Answer<DataOf<typeof call>> | undefined;
  if (known !== undefined && isFresh(known)) return known.data;
  const [oldest] = answersAhead.keys();
  if (answersAhead.size >= MAX_ANSWERS && oldest !== undefined) answersAhead.delete(oldest);
  const data = callApi(call, input, { isOptional: true });
  const dataOrEarlier = data.catch((error: unknown) => {
    const earlier = isUnreachable(error) ? known : undefined;
    if (answersAhead.get(key) === answer) {
      if (earlier === undefined) answersAhead.delete(key);
      else answersAhead.set(key, earlier);
    }
    if (earlier === undefined) throw error;
    return earlier.dataOrEarlier;
  });
  // A page may never ask for it.
  dataOrEarlier.catch(() => undefined);
  const answer = { data, dataOrEarlier, askedAt: Date.now() };
  answersAhead.set(key, answer);
  return data;
};

/** The transport of loaders: uses each answer that was fetched ahead once, and fetches the others. */
export const callOrTakeAnswer: CallApi = (call, input) => {
  const key = keyOf(call, input);
  const answer = answersAhead.get(key) as Answer<DataOf<typeof call>> | undefined;
  answersAhead.delete(key);
  if (answer === undefined) return callApi(call, input);
  // A failure is not taken over: the page asks again. Without a network, an old answer is better than none.
  const askAgain = () =>
    callApi(call, input).catch((error: unknown) => {
      if (isUnreachable(error)) return answer.dataOrEarlier;
      throw error;
    });
  return isFresh(answer) ? answer.data.catch(askAgain) : askAgain();
};
