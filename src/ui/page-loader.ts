import { data } from 'react-router';
import type { CallApi } from '#base/contract.ts';
import { isApiError } from '#base/failure.ts';

/** What a page's loader is given; the same on the server and in the browser. */
export interface PageRequest<Param extends string = string> {
  api: CallApi;
  params: Record<Param, string>;
  url: URL;
}

/** For a page whose own content is nobody else's business: it is asked for by script, once it is known who is there. */
export function addressOnly<Param extends string>({ params }: PageRequest<Param>): Record<Param, string> {
  return params;
}

/** What a page that can't be shown tells; thrown by loaders, shown by the error screen. */
export interface PageProblem {
  message: string;
}

/** Waits for what the page can't do without: a 404 becomes a not-found page, everything else an error page. */
export async function required<Data>(
  call: Promise<Data>,
  messages: { notFound?: string; failed: string },
): Promise<Data> {
  try {
    return await call;
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.status === 404)
      throw data<PageProblem>({ message: messages.notFound ?? messages.failed }, { status: 404 });
    // Odd input in the address (a page of -1) names nothing either.
    if (error.status === 422 || error.status === 400)
      throw data<PageProblem | undefined>(undefined, { status: 404 });
    throw data<PageProblem>({ message: messages.failed }, { status: error.status === 429 ? 429 : 503 });
  }
}

/**
 * Waits for calls that were started together. When several fail, the first in this order is the one that is
 * told, whichever came back first, so that a page says the same each time.
 */
export async function together<Calls extends readonly unknown[]>(
  ...calls: Calls
): Promise<{ -readonly [At in keyof Calls]: Awaited<Calls[At]> }> {
  await Promise.allSettled(calls);
  return Promise.all(calls);
}

/** Waits for a part that the page can do without. */
export async function optional<Data>(call: Promise<Data>): Promise<Data | undefined> {
  try {
    return await call;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return undefined;
  }
}

/** The page number in the address as it stands there, for the call to judge; 1 when there is none. */
export function pageOf(url: URL, name = 'page'): number {
  const text = url.searchParams.get(name);
  return text === null ? 1 : Number(text);
}

/** A value of the query that must be one of a few; anything else is the default. */
export function choiceOf<Choice extends string>(
  url: URL,
  name: string,
  choices: readonly Choice[],
  otherwise: Choice,
): Choice {
  const text = url.searchParams.get(name);
  return choices.find((choice) => choice === text) ?? otherwise;
}
