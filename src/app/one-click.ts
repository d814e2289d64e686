import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failureTable, type Outcome } from '#base/failure.ts';
import { followMessages } from '#features/follows/contract/follows.ts';
import { stopMailsByLink } from '#features/follows/service/mail-links.ts';
import { inboxMessages } from '#features/inbox/contract.ts';
import { stopMailsByLink as stopInboxMailsByLink } from '#features/inbox/service/mail-links.ts';
import { newsletterMessages, ONE_CLICK } from '#features/newsletter/contract/newsletter.ts';
import { endSubscriptionByLink } from '#features/newsletter/service/subscriptions.ts';
import type { RequestLimits } from '#platform/rate-limits/request-limits.ts';
import type { Context } from '#platform/runtime/context.ts';
import { urls } from '#urls.ts';
import { acceptForms } from './form-body.ts';
import { type PageRenderer, sendPlainPage, sendReadOnly, sendTooSoon } from './render.ts';

interface OneClick {
  path: string;
  end: (context: Context, link: { token: string }) => Promise<Outcome<unknown>>;
  /** The page that answers. */
  title: string;
  message: string;
}

const kinds: OneClick[] = [
  {
    path: urls.newsletterUnsubscribe(),
    end: endSubscriptionByLink,
    title: newsletterMessages.unsubscribed,
    message: 'You won’t get any more letters.',
  },
  {
    path: urls.stopFollowMails(),
    end: stopMailsByLink,
    title: followMessages.mailsStopped,
    message: 'You still follow what you followed.',
  },
  {
    path: urls.stopInboxMails(),
    end: stopInboxMailsByLink,
    title: inboxMessages.mailsStopped,
    message: 'Your inbox stays as it is.',
  },
];

/**
 * Unsubscribing by the button of a mail program (RFC 8058): a POST to the address in the List-Unsubscribe header, a
 * form in either encoding, without cookie, answered without a redirect. The page at the same address posts the same
 * form when script is off.
 *
 * Any other site can send a form, so only the token in the address authorises it.
 */
export function registerOneClick(
  app: FastifyInstance,
  { context, renderer }: { context: Context; renderer: PageRenderer },
  limits: RequestLimits,
): void {
  type Request = FastifyRequest<{ Querystring: { token?: unknown }; Body: FormData | undefined }>;

  async function unsubscribe({ end, title, message }: OneClick, request: Request, reply: FastifyReply) {
    const answer = (status: number, heading: string, text: string) =>
      sendPlainPage(reply, { context, renderer }, { status, title: heading, message: text });
    const limitFailure = limits.take('read', request.ip);
    if (limitFailure !== undefined) return sendTooSoon(reply, { context, renderer }, limitFailure);
    if (context.freeSpace.isLow()) return sendReadOnly(reply, { context, renderer });
    const { token } = request.query;
    const isOneClick = request.body?.get(ONE_CLICK.name) === ONE_CLICK.value;
    if (typeof token !== 'string' || !isOneClick)
      return answer(
        422,
        'This link is incomplete',
        `It needs a token and ${ONE_CLICK.name}=${ONE_CLICK.value}.`,
      );
    const outcome = await end(context, { token });
    return outcome.ok
      ? answer(200, title, message)
      : answer(failureTable[outcome.kind].status, 'This can’t be done', outcome.message);
  }

  app.register(async (scope) => {
    acceptForms(scope);
    for (const kind of kinds)
      scope.post<{ Querystring: { token?: unknown }; Body: FormData | undefined }>(
        kind.path,
        (request, reply) => unsubscribe(kind, request, reply),
      );
  });
}
