import type { FastifyInstance, FastifyReply } from 'fastify';
import { failureTable, type Outcome } from '#base/failure.ts';
import { safeReturnPath } from '#base/safe-return-path.ts';
import { isFromAnotherSite } from '#platform/http/request-refusals.ts';
import type { RequestLimits } from '#platform/rate-limits/request-limits.ts';
import type { Context } from '#platform/runtime/context.ts';
import { acceptForms } from './form-body.ts';
import { type PageRenderer, sendPlainPage, sendTooSoon } from './render.ts';

/** A form of a page that changes nothing but a cookie of its reader's browser; accounts have calls for the same. */
export interface CookieForm {
  /** The address of the form, and of the page to which it leads without a `back`. */
  path: string;
  cookie: { name: string; maxAgeSeconds: number };
  /** The title of the page that refuses an invalid form. */
  refusedTitle: string;
  /** The refusal of a form from another site. */
  crossSiteMessage: string;
  /** The cookie's new value; empty removes it. `field` reads a field, trimmed. */
  change: (field: (name: string) => string, cookies: string | undefined) => Promise<Outcome<string>>;
}

/** Lets a form work without script: it answers with the changed cookie and leads back. */
export function registerCookieForm(
  app: FastifyInstance,
  { context, renderer }: { context: Context; renderer: PageRenderer },
  limits: RequestLimits,
  { path, cookie, refusedTitle, crossSiteMessage, change }: CookieForm,
): void {
  const secure = context.publicUrl.startsWith('https:') ? '; Secure' : '';
  app.register(async (scope) => {
    acceptForms(scope);
    scope.post<{ Body: FormData | undefined }>(path, async (request, reply) => {
      const refuse = (status: number, title: string, message: string): FastifyReply =>
        sendPlainPage(reply, { context, renderer }, { status, title, message });
      const limitFailure = limits.take('write', request.ip);
      if (limitFailure !== undefined) return sendTooSoon(reply, { context, renderer }, limitFailure);
      if (isFromAnotherSite(request)) return refuse(403, 'Not from here', crossSiteMessage);
      const field = (name: string) => {
        const value = request.body?.get(name);
        return typeof value === 'string' ? value.trim() : '';
      };
      const outcome = await change(field, request.headers.cookie);
      if (!outcome.ok) {
        const { status } = failureTable[outcome.kind];
        return refuse(status, status === 404 ? 'Not found' : refusedTitle, outcome.message);
      }
      const age = outcome.data === '' ? 0 : cookie.maxAgeSeconds;
      return reply
        .header('cache-control', 'no-store')
        .header('set-cookie', `${cookie.name}=${outcome.data}; Max-Age=${age}; Path=/; SameSite=Lax${secure}`)
        .redirect(safeReturnPath(field('back')) ?? path, 303);
    });
  });
}
