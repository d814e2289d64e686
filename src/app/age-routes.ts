import type { FastifyInstance } from 'fastify';
import { ageAddresses } from '#features/age/rules.ts';
import { proofEnd } from '#features/age/service/proof.ts';
import { isFromAnotherSite } from '#platform/http/request-refusals.ts';
import type { RequestLimits } from '#platform/rate-limits/request-limits.ts';
import { urls } from '#urls.ts';
import { checkIn, forgetProof, isOtherCheck, textOf } from './age-cookies.ts';
import { type AgeOptions, sendAgeHelpPage, sendAgePage, sendProvedPage, sendWalletPage } from './age-page.ts';
import { registerProvider } from './age-provider.ts';
import { registerWallet } from './age-wallet.ts';
import { acceptForms } from './form-body.ts';
import { sendPlainPage, sendReadOnly, sendTooSoon } from './render.ts';

/** A document with its certificates has a few kilobytes. */
const ANSWER_BYTES = 64 * 1024;

/**
 * For open pages: their links and searches load the next page from the server, which asks for the proof. Pages without a
 * loader would open by themselves, and show that none of their calls succeeds.
 */
const LINKS = `addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link !== null && link.target === '') link.target = '_top';
}, true);
addEventListener('submit', (event) => {
  if (event.target.closest('search') !== null) event.stopImmediatePropagation();
}, true);
`;

/** The pages of the proof of age, and the addresses of its provider. They work without script. */
export function registerAge(app: FastifyInstance, options: AgeOptions, limits: RequestLimits): void {
  const { context } = options;
  const { provider } = context.age;
  app.get(ageAddresses.links, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600').send(LINKS),
  );
  app.register(async (scope) => {
    limitRequests(scope, options, limits);
    acceptForms(scope, ANSWER_BYTES);

    type Query = { back?: unknown; check?: unknown };
    scope.get<{ Querystring: Query }>(ageAddresses.page, async (request, reply) => {
      const check = provider.kind === 'eu' ? checkIn(context, request) : undefined;
      if (check !== undefined) {
        const notice = isOtherCheck(request.query.check, check) ? 'replaced' : 'none';
        return sendWalletPage(reply, options, { check, notice });
      }
      const end = proofEnd(context.signer, request.headers.cookie, new Date());
      if (end !== undefined) return sendProvedPage(reply, options, end);
      return sendAgePage(reply, options, { status: 200, back: textOf(request.query.back) });
    });
    scope.get(ageAddresses.help, async (_request, reply) => sendAgeHelpPage(reply, options));
    scope.post(ageAddresses.forget, async (_request, reply) => forgetProof(reply));

    if (provider.kind === 'eu') registerWallet(scope, options, provider.issuers);
    else registerProvider(scope, options, provider);
  });
}

/** The rules for every request here: not stored, not too often, not by a form of another site, and writing only with room. */
function limitRequests(scope: FastifyInstance, options: AgeOptions, limits: RequestLimits): void {
  const next = { href: urls.help(), text: 'Help' };
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'private, no-store');
    const isWrite = request.method === 'POST';
    const limitFailure = limits.take(isWrite ? 'write' : 'page', request.ip);
    if (limitFailure !== undefined) return sendTooSoon(reply, options, limitFailure, next);
    // An answer is judged by its signatures, wherever the wallet runs.
    const isForm = isWrite && request.routeOptions.url !== ageAddresses.answer;
    if (isForm && isFromAnotherSite(request)) {
      const message = 'Only this site’s own pages can do this.';
      return sendPlainPage(reply, options, { status: 403, title: 'Not from here', message, next });
    }
    if (isWrite && options.context.freeSpace.isLow()) return sendReadOnly(reply, options, next);
  });
}
