import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ageAddresses } from '#features/age/rules.ts';
import { hasProof } from '#features/age/service/proof.ts';
import { isAnswered, receiveAnswer, takeProof, type WalletAge } from '#features/age/service/wallet.ts';
import { withQuery } from '#urls.ts';
import { beginCheck, checkIn, isOtherCheck, sendProof, textOf } from './age-cookies.ts';
import { type AgeOptions, sendEndedPage, sendWalletPage } from './age-page.ts';

/**
 * Goes on as soon as the app has answered, which may be on another device; without script there is the button. A check that
 * has ended, in another tab, by a later one or by time, has a code that leads nowhere, so the page shows what is true by now.
 */
const WAIT = `addEventListener('DOMContentLoaded', () => {
  const form = document.querySelector('form');
  const check = '?' + new URLSearchParams(new FormData(form));
  const look = async () => {
    const response = await fetch('${ageAddresses.state}' + check).catch(() => undefined);
    if (response?.status === 200) form.submit();
    else if (response?.status === 404) location.replace('${ageAddresses.page}' + check);
    else setTimeout(look, 3000);
  };
  setTimeout(look, 3000);
});
`;

/** The addresses of the proof by an app: the page with the request, the answer of the app, and the way on. */
export function registerWallet(
  scope: FastifyInstance,
  options: AgeOptions,
  issuers: WalletAge['issuers'],
): void {
  const { context } = options;
  const { counts } = context.age;

  // A GET like that of a provider; nothing is stored here but the cookie.
  scope.get<{ Querystring: { back?: unknown } }>(ageAddresses.begin, async (request, reply) => {
    beginCheck(reply, context, textOf(request.query.back) ?? checkIn(context, request)?.back);
    return reply.redirect(ageAddresses.page, 303);
  });

  scope.post<{ Params: { id: string }; Body: FormData | undefined }>(
    ageAddresses.answer,
    async (request, reply) => {
      const vpToken = textOf(request.body?.get('vp_token'));
      const walletContext = { ...context, age: { counts, issuers } };
      const refusal = await receiveAnswer(walletContext, request.params.id, { vpToken, now: new Date() });
      reply.type('application/json; charset=utf-8');
      if (refusal === undefined) return { redirect_uri: context.publicUrl + ageAddresses.done };
      return reply.code(400).send({ error: 'invalid_request', error_description: refusal });
    },
  );

  scope.get(ageAddresses.wait, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(WAIT),
  );
  scope.get<{ Querystring: { check?: unknown } }>(ageAddresses.state, async (request, reply) => {
    const check = checkIn(context, request);
    if (check === undefined || isOtherCheck(request.query.check, check)) return reply.code(404).send();
    return reply.code((await isAnswered(context, check)) ? 200 : 204).send();
  });

  type Finish = { Body: FormData | undefined };
  const finish = async (request: FastifyRequest<Finish>, reply: FastifyReply) => {
    const check = checkIn(context, request);
    if (check === undefined) return sendEndedPage(request, reply, options);
    if (await takeProof(context, check)) return sendProof(reply, context, check);
    if (hasProof(context.signer, request.headers.cookie)) return reply.redirect(check.back, 303);
    // A page that answers a form can't be reloaded, nor reached by Back, unless the browser sends the form again.
    if (request.method === 'POST') {
      const shown = request.body?.get('check');
      const next = isOtherCheck(shown, check)
        ? withQuery(ageAddresses.page, { check: shown })
        : ageAddresses.done;
      return reply.redirect(next, 303);
    }
    return sendWalletPage(reply, options, { check, notice: 'early' });
  };
  // Apps open the address of the end in the browser.
  scope.get<Finish>(ageAddresses.done, finish);
  scope.post<Finish>(ageAddresses.done, finish);
}
