import type { FastifyInstance } from 'fastify';
import { ageAddresses } from '#features/age/rules.ts';
import { type OpenIdAge, providerAddress, receiveFromProvider } from '#features/age/service/provider.ts';
import { beginCheck, checkIn, sendProof, textOf } from './age-cookies.ts';
import { type AgeOptions, sendEndedPage, sendUnprovedPage } from './age-page.ts';

/** The addresses of the proof by an OpenID provider: the way there, and the way back. */
export function registerProvider(scope: FastifyInstance, options: AgeOptions, provider: OpenIdAge): void {
  const { context } = options;

  // A GET, because the policy of pages lets no form lead to another site.
  scope.get<{ Querystring: { back?: unknown } }>(ageAddresses.begin, async (request, reply) => {
    const back = textOf(request.query.back) ?? checkIn(context, request)?.back;
    const check = beginCheck(reply, context, back);
    const address = await providerAddress(context, provider, check);
    if (address === undefined) return sendUnprovedPage(reply, options, 'unreachable');
    return reply.redirect(address, 303);
  });

  type Answer = { code?: unknown; state?: unknown; iss?: unknown };
  scope.get<{ Querystring: Answer }>(ageAddresses.callback, async (request, reply) => {
    const check = checkIn(context, request);
    const { code, state, iss } = request.query;
    if (check === undefined || state !== check.id) return sendEndedPage(request, reply, options);
    if (typeof code !== 'string') return sendUnprovedPage(reply, options, 'refused');
    const answer = { code, state: check.id, iss: textOf(iss) };
    const result = await receiveFromProvider(context, provider, check, answer);
    if (result !== 'passed') return sendUnprovedPage(reply, options, result);
    return sendProof(reply, context, check);
  });
}
