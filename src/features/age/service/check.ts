import { randomBytes, timingSafeEqual } from 'node:crypto';
import { cookieValue } from '#base/cookies.ts';
import { safeReturnPath } from '#base/safe-return-path.ts';
import type { Signer } from '#platform/security/secret.ts';

/** A browser's check of age under way. All of it is in the browser's cookie; the site stores nothing of it. */
export interface AgeCheck {
  /** Known to the provider of the proof too. */
  id: string;
  /** The page that the visitor wanted. */
  back: string;
}

export const CHECK_COOKIE = '__Host-age-check';
export const CHECK_SECONDS = 600;

/** Longer addresses lead to the home page after the check. */
const MAX_BACK_CHARACTERS = 1000;
const RANDOM_BYTES = 16;

export function newCheck(signer: Signer, back: string | undefined, now: Date): AgeCheck & { cookie: string } {
  const end = Math.floor(now.getTime() / 1000) + CHECK_SECONDS;
  const body = `${end.toString(36)}.${randomBytes(RANDOM_BYTES).toString('base64url')}`;
  const id = `${body}.${signer.sign('age check', body).subarray(0, RANDOM_BYTES).toString('base64url')}`;
  const path = safeReturnPath(back) ?? '/';
  const kept = path.length > MAX_BACK_CHARACTERS ? '/' : path;
  const cookie = `${id}~${browserKey(signer, id).toString('base64url')}~${Buffer.from(kept).toString('base64url')}`;
  return { id, back: kept, cookie };
}

/** Whether this site gave out the id, at most ten minutes ago. */
export function isOpenCheck(signer: Signer, id: string, now: Date): boolean {
  const [, body, end, signature] = /^(([a-z\d]{1,12})\.[\w-]{22})\.([\w-]{22})$/.exec(id) ?? [];
  if (body === undefined || end === undefined || signature === undefined) return false;
  const expected = signer.sign('age check', body).subarray(0, RANDOM_BYTES);
  return (
    timingSafeEqual(expected, Buffer.from(signature, 'base64url')) &&
    Number.parseInt(end, 36) * 1000 > now.getTime()
  );
}

/** The check that this browser began; undefined without one. */
export function checkOf(signer: Signer, cookies: string | undefined, now: Date): AgeCheck | undefined {
  const [id = '', key = '', back = ''] = cookieValue(cookies, CHECK_COOKIE)?.split('~') ?? [];
  if (!isOpenCheck(signer, id, now) || !/^[\w-]{43}$/.test(key)) return undefined;
  // Everyone who sees the code on the screen knows the id, but only the browser has the key.
  if (!timingSafeEqual(browserKey(signer, id), Buffer.from(key, 'base64url'))) return undefined;
  return { id, back: safeReturnPath(Buffer.from(back, 'base64url').toString()) ?? '/' };
}

/** The number that the provider's answer has to contain; derived, so that nothing needs to be stored. */
export function nonceOf(signer: Signer, id: string): string {
  return signer.sign('age nonce', id).toString('base64url');
}

function browserKey(signer: Signer, id: string): Buffer {
  return signer.sign('age browser', id);
}
