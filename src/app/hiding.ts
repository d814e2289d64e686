import type { FastifyInstance, FastifyReply } from 'fastify';
import { failureTable } from '#base/failure.ts';
import { HIDDEN_COOKIE } from '#base/hidden-cookie.ts';
import { safeReturnPath } from '#base/safe-return-path.ts';
import { HIDDEN_KINDS, hiddenCollections, hiddenMessages } from '#features/hidden/contract.ts';
import {
  HIDDEN_COOKIE_SECONDS,
  hiddenCookieValue,
  hiddenTextOf,
  parseHiddenSet,
} from '#features/hidden/rules.ts';
import { changeSet } from '#features/hidden/service.ts';
import type { RequestLimits } from '#platform/rate-limits/request-limits.ts';
import type { Context } from '#platform/runtime/context.ts';
import { urls } from '#urls.ts';
import { acceptForms } from './form-body.ts';
import { type PageRenderer, sendPlainPage } from './render.ts';

const MAX_NAME_CHARACTERS = 200;

/**
 * Hides an item in this browser by a form, which works without script, or shows it again (`action=show`). It changes
 * nothing but the browser's own cookie; accounts have calls for this.
 */
export function registerHiding(
  app: FastifyInstance,
  { context, renderer, exitUrl }: { context: Context; renderer: PageRenderer; exitUrl: string },
  limits: RequestLimits,
): void {
  const secure = context.publicUrl.startsWith('https:') ? '; Secure' : '';
  app.register(async (scope) => {
    acceptForms(scope);
    scope.post<{ Body: FormData | undefined }>(urls.hidden(), async (request, reply) => {
      const refuse = (status: number, title: string, message: string): FastifyReply =>
        sendPlainPage(reply, { renderer, exitUrl }, { status, title, message });
      const limitFailure = limits.take('write', request.ip);
      if (limitFailure !== undefined) {
        reply.header('retry-after', String(limitFailure.retryAfterSeconds));
        return refuse(429, 'One moment', limitFailure.message);
      }
      const site = request.headers['sec-fetch-site'];
      if (site === 'cross-site' || site === 'same-site')
        return refuse(403, 'Not from here', 'Only this site’s own pages can hide something for you.');
      const field = (name: string) => {
        const value = request.body?.get(name);
        return typeof value === 'string' ? value.trim() : '';
      };
      const kind = HIDDEN_KINDS.find((each) => each === field('kind'));
      const name = field('name');
      if (kind === undefined) return refuse(422, 'This can’t be hidden', hiddenMessages.unknownKind);
      if (name === '' || name.length > MAX_NAME_CHARACTERS || name.includes('\0'))
        return refuse(422, 'This can’t be hidden', hiddenMessages.nameNeeded);
      const outcome = await changeSet(context, parseHiddenSet(hiddenTextOf(request.headers.cookie)), {
        kind: hiddenCollections[kind],
        name,
        isHidden: field('action') !== 'show',
      });
      if (!outcome.ok) return refuse(failureTable[outcome.kind].status, 'Not found', outcome.message);
      const value = hiddenCookieValue(outcome.data);
      const age = value === '' ? 0 : HIDDEN_COOKIE_SECONDS;
      return reply
        .header('cache-control', 'no-store')
        .header('set-cookie', `${HIDDEN_COOKIE}=${value}; Max-Age=${age}; Path=/; SameSite=Lax${secure}`)
        .redirect(safeReturnPath(field('back')) ?? urls.hidden(), 303);
    });
  });
}
