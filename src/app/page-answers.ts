import type { CallApi } from '#base/contract.ts';
import { isApiError } from '#base/failure.ts';
import {
  type MadeResponse,
  PUBLIC_CACHE_CONTROL,
  type ReadyResponse,
  type ResponseCache,
  readyResponse,
} from '#platform/http/response-cache.ts';
import { RETRY_AFTER_SECONDS } from './errors.ts';
import { type PageRenderer, pageDocument } from './render.ts';

export interface PageMaker {
  renderer: PageRenderer;
  callApi: CallApi;
  publicUrl: string;
  cache: ResponseCache | undefined;
}

/** The page of an address: a kept one, or one made now. */
export function answerPage(maker: PageMaker, asked: URL): Promise<ReadyResponse> {
  const url = maker.renderer.knownAddress(asked);
  const make = () => makePage(maker, url);
  if (maker.cache === undefined) return make().then(readyResponse);
  return maker.cache.respond(`page ${url.pathname}${url.search}`, make);
}

async function makePage({ renderer, callApi, publicUrl }: PageMaker, url: URL): Promise<MadeResponse> {
  let isWhole = true;
  const noticing: CallApi = (call, input) =>
    callApi(call, input).catch((error: unknown) => {
      // The page may do without this part, but nobody else should.
      if (isApiError(error) && error.status >= 429) isWhole = false;
      throw error;
    });
  const page = await renderer.render(url, noticing);
  if (page.kind === 'redirect')
    return { status: page.status, headers: { location: page.location }, body: '', tags: [] };
  const { status } = page;
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': status === 200 && isWhole ? PUBLIC_CACHE_CONTROL : 'no-store',
  };
  if (status === 503 || status === 429) headers['retry-after'] = String(RETRY_AFTER_SECONDS);
  return {
    status,
    headers,
    body: pageDocument(page, renderer.assetsOf(page.module), publicUrl),
    tags: isWhole ? tagsOf(url.pathname) : [],
  };
}

/** What makes the page of an address outdated, as the triggers tell it (migration 0009). */
export function tagsOf(pathname: string): string[] {
  const [, first = '', second = ''] = pathname.split('/').map(decoded);
  if (first === 'story') return [`story ${second}`];
  if (first === 'author') return [`author ${second.toLowerCase()}`, 'lists'];
  return ['lists'];
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Names nothing, so nothing will ever change it.
    return segment;
  }
}
