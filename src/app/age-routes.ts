import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ageAddresses } from '#features/age/rules.ts';
import {
  type AgeCheck,
  CHECK_COOKIE,
  CHECK_SECONDS,
  checkOf,
  newCheck,
} from '#features/age/service/check.ts';
import { newProof, PROOF_COOKIE, proofEnd } from '#features/age/service/proof.ts';
import { receiveAnswer, takeProof, walletRequest } from '#features/age/service/wallet.ts';
import type { RequestLimits } from '#platform/rate-limits/request-limits.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { AgeAssurance } from '#platform/settings/age.ts';
import { urls } from '#urls.ts';
import { sendAgeHelpPage, sendAgePage, sendEndedPage, sendProvedPage, sendWalletPage } from './age-page.ts';
import { acceptForms } from './form-body.ts';
import { type PageRenderer, sendPlainPage } from './render.ts';

interface AgeOptions {
  context: Context & { age: AgeAssurance };
  renderer: PageRenderer;
  limits: RequestLimits;
}

/** A document with its certificates has a few kilobytes. */
const ANSWER_BYTES = 64 * 1024;

/** The pages of the proof of age, and the address to which apps send it. They work without script. */
export function registerAge(app: FastifyInstance, options: AgeOptions): void {
  const { context } = options;
  const { signer, publicUrl } = context;
  const checkIn = (request: FastifyRequest) => checkOf(signer, request.headers.cookie, new Date());
  app.register(async (scope) => {
    limitRequests(scope, options);
    acceptForms(scope, ANSWER_BYTES);

    scope.get<{ Querystring: { back?: unknown } }>(ageAddresses.page, async (request, reply) => {
      const check = checkIn(request);
      if (check !== undefined)
        return sendWalletPage(reply, options, { request: walletRequest(context, check), isEarly: false });
      const end = proofEnd(signer, request.headers.cookie, new Date());
      if (end !== undefined) return sendProvedPage(reply, options, end);
      return sendAgePage(reply, options, { status: 200, back: textOf(request.query.back) });
    });

    scope.get(ageAddresses.help, async (_request, reply) => sendAgeHelpPage(reply, options));

    // A GET, because the policy of pages lets no form lead to a provider; nothing is stored here but the cookie.
    scope.get<{ Querystring: { back?: unknown } }>(ageAddresses.begin, async (request, reply) => {
      const back = textOf(request.query.back) ?? checkIn(request)?.back;
      const check = newCheck(signer, back, new Date());
      context.age.counts.begun += 1;
      return reply
        .header('set-cookie', cookieOf(CHECK_COOKIE, check.cookie, CHECK_SECONDS))
        .redirect(ageAddresses.page, 303);
    });

    scope.post<{ Params: { id: string }; Body: FormData | undefined }>(
      ageAddresses.answer,
      async (request, reply) => {
        const token = request.body?.get('vp_token');
        const vpToken = typeof token === 'string' ? token : undefined;
        const refusal = await receiveAnswer(context, request.params.id, { vpToken, now: new Date() });
        reply.type('application/json; charset=utf-8');
        if (refusal === undefined) return { redirect_uri: publicUrl + ageAddresses.done };
        return reply.code(400).send({ error: 'invalid_request', error_description: refusal });
      },
    );

    const finish = async (request: FastifyRequest, reply: FastifyReply) => {
      const check = checkIn(request);
      if (check === undefined) return sendEndedPage(reply, options);
      if (await takeProof(context, check)) return sendProof(reply, check);
      const isProved = proofEnd(signer, request.headers.cookie, new Date()) !== undefined;
      if (isProved) return reply.redirect(check.back, 303);
      return sendWalletPage(reply, options, { request: walletRequest(context, check), isEarly: true });
    };
    // Apps open the address of the end in the browser.
    scope.get(ageAddresses.done, finish);
    scope.post(ageAddresses.done, finish);

    scope.post(ageAddresses.forget, async (_request, reply) =>
      reply
        .header('set-cookie', [cookieOf(PROOF_COOKIE, '', 0), cookieOf(CHECK_COOKIE, '', 0)])
        .redirect(ageAddresses.page, 303),
    );
  });

  function sendProof(reply: FastifyReply, { back }: AgeCheck): FastifyReply {
    const { value, maxAgeSeconds } = newProof(signer, new Date());
    return reply
      .header('set-cookie', [cookieOf(PROOF_COOKIE, value, maxAgeSeconds), cookieOf(CHECK_COOKIE, '', 0)])
      .redirect(back, 303);
  }
}

/** The rules for every request here: not stored, not too often, not by a form of another site, and writing only with room. */
function limitRequests(scope: FastifyInstance, { context, renderer, limits }: AgeOptions): void {
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'private, no-store');
    const refuse = (status: number, title: string, message: string) =>
      sendPlainPage(
        reply,
        { context, renderer },
        {
          status,
          title,
          message,
          next: { href: urls.help(), text: 'Help' },
        },
      );
    const isWrite = request.method === 'POST';
    const limitFailure = limits.take(isWrite ? 'write' : 'page', request.ip);
    if (limitFailure !== undefined) {
      reply.header('retry-after', String(limitFailure.retryAfterSeconds));
      return refuse(429, 'One moment', limitFailure.message);
    }
    const site = request.headers['sec-fetch-site'];
    // An answer is judged by its signatures, wherever the wallet runs.
    const isForm = isWrite && request.routeOptions.url !== ageAddresses.answer;
    if (isForm && (site === 'cross-site' || site === 'same-site'))
      return refuse(403, 'Not from here', 'Only this site’s own pages can do this.');
    if (isWrite && context.freeSpace.isLow()) {
      reply.header('retry-after', '10');
      return refuse(503, 'Not right now', 'Nothing can be saved at the moment. Please try again later.');
    }
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The names begin with __Host-, so browsers take these cookies over https only, and on this machine. */
function cookieOf(name: string, value: string, maxAgeSeconds: number): string {
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; Secure; SameSite=Lax`;
}
