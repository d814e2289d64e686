import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, failure, failureTable, type Outcome, success } from '#base/failure.ts';
import { authenticate } from '#features/accounts/service/sessions.ts';
import type { CoverPictures } from '#features/covers/service/cover-pictures.ts';
import { type Cover, neutralCover, seriesCover, storyCover } from '#features/covers/service/covers.ts';
import { COVER_WIDTHS, type CoverWidth } from '#features/labels/contract/covers.ts';
import type { Viewer } from '#features/stories/rules.ts';
import { accountOf } from '#platform/http/account-of-request.ts';
import type { FastPath } from '#platform/http/fast-path.ts';
import { matchesEtag, prepareResponse } from '#platform/http/prepared-response.ts';
import {
  type CacheableResponse,
  PRIVATE_CACHE_CONTROL,
  publicCacheControl,
  type ResponseCache,
} from '#platform/http/response-cache.ts';
import { sendPrepared } from '#platform/http/send-prepared.ts';
import type { RequestLimits } from '#platform/rate-limits/request-limits.ts';
import type { Context } from '#platform/runtime/context.ts';
import { withQuery } from '#urls.ts';

interface CoverOptions {
  context: Context;
  limits: RequestLimits;
  cache: ResponseCache | undefined;
  fastPath: FastPath | undefined;
  pictures: CoverPictures;
}

interface CoverRequest {
  Params: { slug: string };
  Querystring: Record<string, unknown>;
}

const FINDERS = { story: storyCover, series: seriesCover };
const MAX_SLUG_CHARACTERS = 200;
/** Lists show the same covers at each visit (decision 0152). */
const COVER_CACHE_CONTROL = publicCacheControl(5 * 60);

/** The covers of stories and series, as drawings for pages and as pictures for books and link previews. */
export function registerCovers(app: FastifyInstance, options: CoverOptions): void {
  const { context, limits, pictures } = options;
  const tokens = authenticate(context);

  /** The viewer of a cover; or undefined, when the request has been refused. */
  async function viewerOf(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ viewer: Viewer } | undefined> {
    const limitFailure = limits.take('read', request.ip);
    const account =
      limitFailure ?? (await accountOf({ access: 'optional-auth', method: 'GET' }, request, tokens));
    if (account === undefined || !('ok' in account)) return { viewer: account };
    refuse(reply, account);
    return undefined;
  }

  for (const kind of ['story', 'series'] as const) {
    const find = (slug: string, viewer: Viewer): Promise<Outcome<Cover>> =>
      slug.length > MAX_SLUG_CHARACTERS || slug.includes('\0')
        ? Promise.resolve(failure('not-found', 'There is no such cover'))
        : FINDERS[kind](context.db, slug, viewer);

    app.get<CoverRequest>(`/${kind}/:slug/cover.svg`, async (request, reply) => {
      const { slug } = request.params;
      const from = await viewerOf(request, reply);
      if (from === undefined) return reply;
      const draw = async () => drawingResponse(await find(slug, from.viewer), kind, slug, from.viewer);
      const response =
        from.viewer === undefined && options.cache !== undefined
          ? await options.cache.respond(`cover ${kind} ${slug}`, draw)
          : prepareResponse(await draw());
      return sendPrepared(request, reply, response, { fastPath: options.fastPath, rateLimit: 'read' });
    });

    app.get<CoverRequest>(`/${kind}/:slug/cover.png`, async (request, reply) => {
      const { slug } = request.params;
      const from = await viewerOf(request, reply);
      if (from === undefined) return reply;
      const width = widthIn(request.query);
      if (!width.ok) return refuse(reply, width);
      const found = await find(slug, from.viewer);
      if (!found.ok)
        return refuse(reply, found, `/${kind}/${encodeURIComponent(slugAfter(found))}/cover.png`, width.data);
      const isPublic = from.viewer === undefined;
      return sendPicture(request, reply, found.data, width.data, isPublic);
    });
  }

  app.get<CoverRequest>('/cover.png', async (request, reply) => {
    if ((await viewerOf(request, reply)) === undefined) return reply;
    const width = widthIn(request.query);
    return width.ok ? sendPicture(request, reply, neutralCover(), width.data, true) : refuse(reply, width);
  });

  async function sendPicture(
    request: FastifyRequest,
    reply: FastifyReply,
    cover: Cover,
    width: CoverWidth,
    isPublic: boolean,
  ): Promise<FastifyReply> {
    const etag = `"${cover.version}-${width}"`;
    reply
      .header('etag', etag)
      .header('cache-control', isPublic ? COVER_CACHE_CONTROL : PRIVATE_CACHE_CONTROL)
      .header('vary', 'authorization');
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const picture = await pictures.draw(cover, width);
    return picture.ok ? reply.type('image/png').send(picture.data) : refuse(reply, picture);
  }
}

function widthIn({ width }: Record<string, unknown>): Outcome<CoverWidth> {
  if (width === undefined) return success(640);
  const known = COVER_WIDTHS.find((each) => String(each) === width);
  return known === undefined
    ? failure('invalid', `Width must be one of ${COVER_WIDTHS.join(', ')}`)
    : success(known);
}

async function drawingResponse(
  found: Outcome<Cover>,
  kind: 'story' | 'series',
  slug: string,
  viewer: Viewer,
): Promise<CacheableResponse> {
  if (!found.ok) {
    const { status, headers, body } = refusal(
      found,
      `/${kind}/${encodeURIComponent(slugAfter(found))}/cover.svg`,
    );
    return { status, headers, body, tags: [] };
  }
  return {
    status: 200,
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': viewer === undefined ? COVER_CACHE_CONTROL : PRIVATE_CACHE_CONTROL,
      vary: 'authorization',
    },
    body: await found.data.svg(),
    tags: kind === 'story' ? [`story ${slug}`] : [`series ${slug}`, 'lists'],
  };
}

function slugAfter({ movedTo }: Failure): string {
  return movedTo?.id ?? '';
}

function refusal(problem: Failure, movedTo = '') {
  const { status } = failureTable[problem.kind];
  const headers: Record<string, string> = {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...(problem.retryAfterSeconds === undefined ? {} : { 'retry-after': String(problem.retryAfterSeconds) }),
    ...(problem.kind === 'moved' ? { location: movedTo } : {}),
  };
  return { status, headers, body: `${problem.message}\n` };
}

function refuse(reply: FastifyReply, problem: Failure, movedTo = '', width?: number): FastifyReply {
  const { status, headers, body } = refusal(problem, withQuery(movedTo, { width }));
  return reply.code(status).headers(headers).send(body);
}
