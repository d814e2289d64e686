import type { FastifyReply, FastifyRequest } from 'fastify';
import { ageAddresses } from '#features/age/rules.ts';
import {
  type AgeCheck,
  CHECK_COOKIE,
  CHECK_SECONDS,
  checkOf,
  newCheck,
} from '#features/age/service/check.ts';
import { newProof, PROOF_COOKIE } from '#features/age/service/proof.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { AgeAssurance } from '#platform/settings/age.ts';

/** The check under way in the browser of a request. */
export function checkIn(
  { signer }: Pick<Context, 'signer'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): AgeCheck | undefined {
  return checkOf(signer, headers.cookie, new Date());
}

/** A field or a part of a query that is one text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Whether a page shows another check than the one under way, which was begun later; a page may keep no id. */
export function isOtherCheck(shown: unknown, { id }: AgeCheck): shown is string {
  return typeof shown === 'string' && shown !== id;
}

/** Begins a check in the browser; nothing is stored elsewhere. */
export function beginCheck(
  reply: FastifyReply,
  { signer, age }: Pick<Context, 'signer'> & { age: Pick<AgeAssurance, 'counts'> },
  back: string | undefined,
): AgeCheck {
  const { cookie, ...check } = newCheck(signer, back, new Date());
  age.counts.begun += 1;
  reply.header('set-cookie', cookieOf(CHECK_COOKIE, cookie, CHECK_SECONDS));
  return check;
}

/** Ends a check that was passed: the browser gets its proof, and the page that it wanted. */
export function sendProof(
  reply: FastifyReply,
  { signer }: Pick<Context, 'signer'>,
  { back }: AgeCheck,
): FastifyReply {
  const { value, maxAgeSeconds } = newProof(signer, new Date());
  return reply
    .header('set-cookie', [cookieOf(PROOF_COOKIE, value, maxAgeSeconds), cookieOf(CHECK_COOKIE, '', 0)])
    .redirect(back, 303);
}

export function forgetProof(reply: FastifyReply): FastifyReply {
  return reply
    .header('set-cookie', [cookieOf(PROOF_COOKIE, '', 0), cookieOf(CHECK_COOKIE, '', 0)])
    .redirect(ageAddresses.page, 303);
}

/** The names begin with __Host-, so browsers take these cookies over https only, and on this machine. */
function cookieOf(name: string, value: string, maxAgeSeconds: number): string {
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; Secure; SameSite=Lax`;
}
