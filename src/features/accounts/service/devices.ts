import { timingSafeEqual } from 'node:crypto';
import type { Success } from '#base/failure.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Services } from '#platform/runtime/services.ts';
import { newToken } from '#platform/security/token.ts';
import { deleteDevices, isDeviceKnown, KNOWN_DEVICE_DAYS, noteDevice } from '../store/devices.ts';

/**
 * The browsers in which people sign in. Each holds one signed cookie with a random name; the server keeps a keyed hash
 * of account and name for each account that was signed in to there. The cookie says nothing about who signed in, and
 * what is stored says nothing about which accounts share a browser.
 */

type Site = Pick<Services, 'publicUrl' | 'signer'>;

/**
 * Only the calls about accounts get the cookie: no request for a page, a story or a search carries anything that tells
 * one reader from another.
 */
const COOKIE_PATHS = ['/api/accounts', '/api/auth'];
const KNOWN_DEVICE_SECONDS = KNOWN_DEVICE_DAYS * 24 * 60 * 60;

/** Browsers take the prefix, and `Secure`, only from https. `__Host-` would send the cookie everywhere. */
function deviceCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Secure-device' : 'device';
}

function signatureOf({ signer }: Site, device: string): Buffer {
  return signer.sign('device', device);
}

/** The name of the device that a request comes from; undefined when it has none that this site has signed. */
export function deviceOf(site: Site, cookies: Caller['cookies']): string | undefined {
  const [device = '', signature = ''] = (cookies[deviceCookieName(site.publicUrl)] ?? '').split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(site, device);
  return given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined;
}

/** Sets the cookie of a device, by default for as long as the server knows it. */
export function deviceCookie(
  site: Site,
  device: string,
  maxAgeSeconds = KNOWN_DEVICE_SECONDS,
): Success<unknown>['cookies'] {
  const value = `${device}.${signatureOf(site, device).toString('base64url')}`;
  const isSecure = site.publicUrl.startsWith('https:');
  return { [deviceCookieName(site.publicUrl)]: { value, maxAgeSeconds, paths: COOKIE_PATHS, isSecure } };
}

export const newDevice = newToken;

function deviceHash({ signer }: Site, accountId: number, device: string): Buffer {
  return signer.sign('known device', `${accountId} ${device}`);
}

/** Whether the account was signed in to on this device. Asks the database also when there is no account, for equal time. */
export async function isKnownDevice(
  services: Services,
  accountId: number | undefined,
  device: string | undefined,
): Promise<boolean> {
  if (device === undefined) return false;
  const id = accountId ?? 0;
  return isDeviceKnown(services.db, id, deviceHash(services, id, device));
}

export function rememberDevice(
  services: Services,
  transaction: Connection,
  accountId: number,
  device: string,
): Promise<void> {
  return noteDevice(transaction, accountId, deviceHash(services, accountId, device));
}

/** After a new password: a device known before may be in the hands of somebody who knew the old one. */
export function forgetOtherDevices(
  services: Services,
  transaction: Connection,
  accountId: number,
  cookies: Caller['cookies'],
): Promise<void> {
  const device = deviceOf(services, cookies);
  const kept = device === undefined ? undefined : deviceHash(services, accountId, device);
  return deleteDevices(transaction, accountId, kept);
}
