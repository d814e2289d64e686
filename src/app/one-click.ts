import type { FastifyInstance } from 'fastify';
import { failureTable } from '#base/failure.ts';
import { newsletterMessages, ONE_CLICK } from '#features/newsletter/contract/newsletter.ts';
import { endSubscriptionByLink } from '#features/newsletter/service/subscriptions.ts';
import type { RequestLimits } from '#platform/rate-limits/request-limits.ts';
import type { Context } from '#platform/runtime/context.ts';
import { urls } from '#urls.ts';
import { acceptForms } from './form-body.ts';
import { type PageRenderer, sendPlainPage } from './render.ts';

/**
 * Unsubscribing by the button of a mail program (RFC 8058): a POST to the address in the List-Unsubscribe header, a
 * form in either encoding, without cookie, answered without a redirect. The page at the same address posts the same
 * form when script is off.
 *
 * Any other site can send a form, so only the token in the address authorises it.
 */
export function registerOneClick(
  app: FastifyInstance,
  { context, renderer, exitUrl }: { context: Context; renderer: PageRenderer; exitUrl: string },
  limits: RequestLimits,
): void {
  app.register(async (scope) => {
    acceptForms(scope);
    scope.post<{ Querystring: { token?: unknown }; Body: FormData | undefined }>(
      urls.newsletterUnsubscribe(),
      async (request, reply) => {
        const answer = (status: number, title: string, message: string) =>
          sendPlainPage(reply, { renderer, exitUrl }, { status, title, message });
        const limitFailure = limits.take('read', request.ip);
        if (limitFailure !== undefined) {
          reply.header('retry-after', String(limitFailure.retryAfterSeconds));
          return answer(429, 'One moment', limitFailure.message);
        }
        if (context.freeSpace.isLow()) {
          reply.header('retry-after', '10');
          return answer(503, 'Not right now', 'Nothing can be saved at the moment. Please try again later.');
        }
        const { token } = request.query;
        const isOneClick = request.body?.get(ONE_CLICK.name) === ONE_CLICK.value;
        if (typeof token !== 'string' || !isOneClick)
          return answer(
            422,
            'This link is incomplete',
            `It needs a token and ${ONE_CLICK.name}=${ONE_CLICK.value}.`,
          );
        const outcome = await endSubscriptionByLink(context, { token });
        return outcome.ok
          ? answer(200, newsletterMessages.unsubscribed, 'You won’t get any more letters.')
          : answer(failureTable[outcome.kind].status, 'This can’t be done', outcome.message);
      },
    );
  });
}
