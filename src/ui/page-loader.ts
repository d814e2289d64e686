import { data } from 'react-router';
import type { CallApi } from '#base/contract.ts';
import { type ApiError, isApiError, isUnreachable } from '#base/failure.ts';
import type { RemoteImages } from '#base/remote-images.ts';

/** A reader's own lists that pages follow, from cookies; empty for most readers. */
export interface OwnLists {
  /** The items that the reader hides, as normalized text for the parameter `hidden` of lists. */
  hidden: string;
  /** The saved filters, on the page that lists them (features/filters/rules/saved-filters.ts). */
  savedFilters: string;
}

/** The arguments of a page's loader; the same on the server and in the browser. */
export interface PageRequest<Param extends string = string> extends OwnLists {
  api: CallApi;
  params: Record<Param, string>;
  url: URL;
  remoteImages: RemoteImages;
}

/** The loader of a page with private content, which script loads once the account is known. */
export function paramsOnly<Param extends string>({ params }: PageRequest<Param>): Record<Param, string> {
  return params;
}

/** The message of a page that can't be shown; loaders throw it, the error screen shows it. */
export interface PageProblem {
  message: string;
  /** Why the page may be missing, or what to do. */
  reason?: string | undefined;
  /** The site did not answer; it may once there is a network. */
  isUnreachable?: true;
}

/** Whether a loader failed because the site did not answer. */
export function isUnreachablePage(error: unknown): boolean {
  const problem = (error as { data?: PageProblem } | null | undefined)?.data;
  return problem?.isUnreachable === true || isUnreachable(error);
}

/** The status of a page in whose place the server asks for a proof of age, or refuses the network, at the same address. */
export const ANSWERED_BY_SERVER = 403;

/** Ends loading when the answer is that question or that refusal; the page is then loaded from the server. */
export function leaveToServer({ code }: ApiError): void {
  if (code === 'age_proof_needed' || code === 'network_banned')
    throw data(undefined, { status: ANSWERED_BY_SERVER });
}

/** Waits for data that the page requires: a 404 becomes a not-found page, all other failures an error page. */
export async function orErrorPage<Data>(
  call: Promise<Data>,
  messages: { notFound?: string; notFoundReason?: string; failed: string },
): Promise<Data> {
  try {
    return await call;
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.status === 404)
      throw data<PageProblem>(
        { message: messages.notFound ?? messages.failed, reason: messages.notFoundReason },
        { status: 404 },
      );
    // A malformed address (a page of -1) does not exist either.
    if (error.status === 422 || error.status === 400)
      throw data<PageProblem | undefined>(undefined, { status: 404 });
    leaveToServer(error);
    if (isUnreachable(error))
      throw data<PageProblem>({ message: messages.failed, isUnreachable: true }, { status: 503 });
    throw data<PageProblem>({ message: messages.failed }, { status: error.status === 429 ? 429 : 503 });
  }
}

/**
 * Waits for calls that were started together. When several fail, the first in this order is reported, whichever came
 * back first, so that a page always shows the same failure.
 */
export async function loadAll<Calls extends readonly unknown[]>(
  ...calls: Calls
): Promise<{ -readonly [At in keyof Calls]: Awaited<Calls[At]> }> {
  await Promise.allSettled(calls);
  return Promise.all(calls);
}

/** Waits for data that only the signed-in get; undefined for a guest. */
export async function unlessSignedOut<Data>(call: Promise<Data>): Promise<Data | undefined> {
  try {
    return await call;
  } catch (error) {
    if (!isApiError(error) || error.status !== 401) throw error;
    return undefined;
  }
}

/** Waits for optional data of the page. */
export async function orUndefined<Data>(call: Promise<Data>): Promise<Data | undefined> {
  try {
    return await call;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return undefined;
  }
}

/** The page number of the address, unchecked, because the call validates it; 1 when there is none. */
export function pageOf(url: URL, name = 'page'): number {
  const text = url.searchParams.get(name);
  return text === null ? 1 : Number(text);
}

/** A value of the query that must be one of a few; other values become the default. */
export function choiceOf<Choice extends string>(
  url: URL,
  name: string,
  choices: readonly Choice[],
  otherwise: Choice,
): Choice {
  const text = url.searchParams.get(name);
  return choices.find((choice) => choice === text) ?? otherwise;
}
