import type { CallApi } from '#base/contract.ts';
import { isApiError } from '#base/failure.ts';
import { type PreparedResponse, prepareResponse } from '#platform/http/prepared-response.ts';
import {
  type CacheableResponse,
  PUBLIC_CACHE_CONTROL,
  type ResponseCache,
} from '#platform/http/response-cache.ts';
import { RETRY_AFTER_SECONDS } from './errors.ts';
import { type Guise, type PageRenderer, pageDocument } from './render.ts';

/** Only the site's own cache holds discreet pages: a shared cache that ignores cookies would give them to everybody. */
const DISCREET_CACHE_CONTROL = 'private, max-age=0';

export interface PageMaker {
  renderer: PageRenderer;
  callApi: CallApi;
  publicUrl: string;
  cache: ResponseCache | undefined;
}

/** The page of an address, plain or discreet, from the cache or newly rendered. */
export function answerPage(maker: PageMaker, asked: URL, guise: Guise): Promise<PreparedResponse> {
  const url = maker.renderer.knownAddress(asked);
  const render = () => renderPage(maker, url, guise);
  if (maker.cache === undefined) return render().then(prepareResponse);
  const kind = guise.isDiscreet ? 'discreet page' : 'page';
  return maker.cache.respond(`${kind} ${url.pathname}${url.search}`, render);
}

async function renderPage(
  { renderer, callApi, publicUrl }: PageMaker,
  url: URL,
  guise: Guise,
): Promise<CacheableResponse> {
  let isWhole = true;
  const noticing: CallApi = (call, input) =>
    callApi(call, input).catch((error: unknown) => {
      // This visitor gets the page without the part that failed; the next one should get all of it.
      if (isApiError(error) && error.status >= 429) isWhole = false;
      throw error;
    });
  const page = await renderer.render(url, noticing);
  if (page.kind === 'redirect')
    return { status: page.status, headers: { location: page.location }, body: '', tags: [] };
  const { status } = page;
  const cacheControl = guise.isDiscreet ? DISCREET_CACHE_CONTROL : PUBLIC_CACHE_CONTROL;
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': status === 200 && isWhole ? cacheControl : 'no-store',
    // The only cookie that pages depend on is that of discreet mode.
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

/** The cache tags of a page, as the triggers name them (migration 0009). */
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
    // A path that does not decode names no story or author, so no change concerns it.
    return segment;
  }
}
