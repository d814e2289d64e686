import type { CallApi } from '#base/contract.ts';
import { isApiError } from '#base/failure.ts';
import {
  type PreparedResponse,
  PUBLIC_CACHE_CONTROL,
  prepareResponse,
  type RenderedResponse,
  type ResponseCache,
} from '#platform/http/response-cache.ts';
import { RETRY_AFTER_SECONDS } from './errors.ts';
import { type Guise, type PageRenderer, pageDocument } from './render.ts';

/** Discreet pages are kept here, and by nobody on the way: a cache that minds no cookies would give them to all. */
const DISCREET_CACHE_CONTROL = 'private, max-age=0';

export interface PageMaker {
  renderer: PageRenderer;
  callApi: CallApi;
  publicUrl: string;
  cache: ResponseCache | undefined;
}

/** The page of an address in a guise: a kept one, or one made now. */
export function answerPage(maker: PageMaker, asked: URL, guise: Guise): Promise<PreparedResponse> {
  const url = maker.renderer.knownAddress(asked);
  const make = () => makePage(maker, url, guise);
  if (maker.cache === undefined) return make().then(prepareResponse);
  const kind = guise.isDiscreet ? 'discreet page' : 'page';
  return maker.cache.respond(`${kind} ${url.pathname}${url.search}`, make);
}

async function makePage(
  { renderer, callApi, publicUrl }: PageMaker,
  url: URL,
  guise: Guise,
): Promise<RenderedResponse> {
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
  const kept = guise.isDiscreet ? DISCREET_CACHE_CONTROL : PUBLIC_CACHE_CONTROL;
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': status === 200 && isWhole ? kept : 'no-store',
    // Almost nobody has a cookie, so this divides nobody's cache in more than two.
    vary: 'cookie',
  };
  if (status === 503 || status === 429) headers['retry-after'] = String(RETRY_AFTER_SECONDS);
  return {
    status,
    headers,
    body: pageDocument(page, renderer.assetsOf(page.module), publicUrl, guise),
    tags: isWhole ? tagsOf(url.pathname) : [],
  };
}

/** What makes the page of an address outdated, as the triggers tell it (migration 0009). */
function tagsOf(pathname: string): string[] {
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
