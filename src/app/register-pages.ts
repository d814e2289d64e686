import type { FastifyInstance } from 'fastify';
import type { CallApi } from '#base/contract.ts';
import { failure, isApiError } from '#base/failure.ts';
import { ageAddresses } from '#features/age/rules.ts';
import { newAddressOf } from '#features/archives/service/redirects.ts';
import { defaultFilterAddress, savedFiltersText } from '#features/filters/rules/saved-filters.ts';
import { NO_SUCH_CALL } from '#platform/http/account-of-request.ts';
import type { FastPath } from '#platform/http/fast-path.ts';
import { type PreparedResponse, prepareResponse } from '#platform/http/prepared-response.ts';
import { isApiAddress, sendFailure } from '#platform/http/register-calls.ts';
import {
  type CacheableResponse,
  PRIVATE_CACHE_CONTROL,
  PUBLIC_CACHE_CONTROL,
  type ResponseCache,
} from '#platform/http/response-cache.ts';
import { sendPrepared } from '#platform/http/send-prepared.ts';
import type { RequestLimits } from '#platform/rate-limits/request-limits.ts';
import type { Context } from '#platform/runtime/context.ts';
import { isSecretAddress } from '#urls.ts';
import { isOpen } from './age-open-paths.ts';
import { RETRY_AFTER_SECONDS } from './errors.ts';
import { tagsOfPage } from './page-tags.ts';
import {
  type PageRenderer,
  type PageVariant,
  pageDocument,
  pageVariantOf,
  type SiteSettings,
  sendPlainPage,
  sendTooSoon,
} from './render.ts';
import { trainingHeaders } from './training-rules.ts';

/** A revoked secret link leads to nothing at once, also by the Back button and for those who share a proxy. */
const SECRET_CACHE_CONTROL = 'private, no-store';

interface PageContext {
  context: SiteSettings & Pick<Context, 'age' | 'publicUrl'>;
  renderer: PageRenderer;
  callApi: CallApi;
  cache: ResponseCache | undefined;
}

interface PageOptions extends PageContext {
  context: PageContext['context'] & Pick<Context, 'db'>;
  limits: RequestLimits;
  fastPath: FastPath | undefined;
}

/** Answers every address that is no call, file or route of its own with a page. */
export function registerPages(app: FastifyInstance, options: PageOptions): void {
  const { context, renderer, limits, fastPath } = options;
  const { publicUrl } = context;
  app.setNotFoundHandler(async (request, reply) => {
    if (isApiAddress(request.url)) return sendFailure(reply, failure('not-found', NO_SUCH_CALL));
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      reply.header('allow', 'GET, HEAD');
      return sendPlainPage(reply, options, {
        status: 405,
        title: 'Not here',
        message: 'This address can only be read.',
      });
    }
    const limitFailure = limits.take('page', request.ip);
    if (limitFailure !== undefined) return sendTooSoon(reply, options, limitFailure);
    const url = pageUrl(publicUrl, request.url);
    if (url === undefined)
      return sendPlainPage(reply, options, {
        status: 400,
        title: 'This address can’t be read',
        message: 'Please check it, or start with the stories.',
      });
    if (url.pathname.length > 1 && url.pathname.endsWith('/'))
      return reply.redirect(withoutTrailingSlashes(url.pathname) + url.search, 301);
    const filtered = defaultFilterAddress(url, savedFiltersText(request.headers.cookie));
    if (filtered !== undefined)
      return reply.headers({ 'cache-control': 'private, no-store', vary: 'cookie' }).redirect(filtered, 302);
    if (!renderer.hasPage(url.pathname)) {
      const moved = await newAddressOf(context.db, url);
      // Not for good: a story that is hidden later must not be named by a browser's memory.
      if (moved !== undefined) return reply.header('cache-control', 'no-cache').redirect(moved, 301);
    }
    const page = await answerPage(options, url, pageVariantOf(request, context));
    if (renderer.transform === undefined)
      return sendPrepared(request, reply, page, { fastPath, rateLimit: 'page' });
    const html = (await page.bytes('identity')).toString();
    return reply
      .code(page.status)
      .headers(page.headers)
      .send(await renderer.transform(request.url, html));
  });
}

/** The page of an address, plain or discreet, cached or newly rendered. */
export function answerPage(
  pageContext: PageContext,
  requestUrl: URL,
  variant: PageVariant,
): Promise<PreparedResponse> {
  const url = pageContext.renderer.knownAddress(requestUrl);
  const render = () => renderPage(pageContext, url, variant);
  if (pageContext.cache === undefined || isSecretAddress(url.pathname)) return render().then(prepareResponse);
  const { hidden, savedFilters } = variant.own;
  const kind = variant.isDiscreet ? 'discreet page' : 'page';
  return pageContext.cache.respond(`${kind} ${url.pathname}${url.search} ${hidden} ${savedFilters}`, render);
}

async function renderPage(
  { context, renderer, callApi }: PageContext,
  url: URL,
  variant: PageVariant,
): Promise<CacheableResponse> {
  let isComplete = true;
  const watchedCallApi: CallApi = (call, input) =>
    callApi(call, input).catch((error: unknown) => {
      // This visitor gets the page without the failed part; the page is not cached, so the next visitor may get all of
      // it.
      if (isApiError(error) && error.status >= 429) isComplete = false;
      throw error;
    });
  const page = await renderer.render(url, watchedCallApi, variant.own, variant.site);
  if (page.kind === 'redirect') {
    // Browsers keep a 301 for good, but a tag that means another one may be told apart again.
    const headers = { location: page.location, 'cache-control': 'no-cache' };
    return { status: page.status, headers, body: '', tags: [] };
  }
  const { status } = page;
  const assets = {
    ...renderer.assetsOf(page.modules),
    ...(context.age !== undefined && isOpen(url.pathname) ? { links: ageAddresses.links } : {}),
  };
  const isSecret = isSecretAddress(url.pathname);
  const cacheControl = isSecret
    ? SECRET_CACHE_CONTROL
    : variant.isDiscreet ||
        context.announcements.isChangeNear() ||
        variant.own.hidden !== '' ||
        variant.own.savedFilters !== ''
      ? // A shared cache that ignores cookies would serve it to everybody, or past an announcement's end.
        PRIVATE_CACHE_CONTROL
      : PUBLIC_CACHE_CONTROL;
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': status === 200 && isComplete ? cacheControl : 'no-store',
    // The cookies of discreet mode, hidden items and saved filters change a page.
    vary: 'cookie',
    ...(isSecret ? { 'x-robots-tag': 'noindex, nofollow' } : {}),
    ...(context.settings.values.aiTraining === 'authors'
      ? trainingHeaders(page.meta.isTrainingAllowed === true)
      : {}),
  };
  if (status === 503 || status === 429) headers['retry-after'] = String(RETRY_AFTER_SECONDS);
  return {
    status,
    headers,
    body: pageDocument(page, assets, context.publicUrl, variant),
    tags: isComplete ? tagsOfPage(url.pathname) : [],
  };
}

const HIDDEN_HOST = /^\/(?:%09|%0a|%0d)*(?:\/|%5c)/i;

/**
 * The address of a page under the site's own public address. The host of a request is ignored, because it would end up
 * in links that others follow. Undefined for a path that a parser could take for a host: `/\\host` reads as `//host`,
 * and a redirect there leads to another site. React Router decodes the path and parses it again without tabs and line
 * ends, so `/%09/host` and `/%5Chost` name a host as well.
 */
function pageUrl(publicUrl: string, target: string): URL | undefined {
  if (!target.startsWith('/') || !URL.canParse(publicUrl + target)) return undefined;
  const url = new URL(publicUrl + target);
  return HIDDEN_HOST.test(url.pathname) ? undefined : url;
}

function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}
