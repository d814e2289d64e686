import { timingSafeEqual } from 'node:crypto';
import type { Success } from '#base/failure.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { newToken } from '#platform/security/token.ts';
import { deleteDevices, isDeviceKnown, KNOWN_DEVICE_DAYS, recordDevice } from '../store/devices.ts';

/**
 * Known devices: the browsers in which people sign in. Each holds one signed cookie with a random name; the server
 * stores a keyed hash of account and name for each account that signed in there. The cookie does not reveal who signed
 * in, and the database does not reveal which accounts share a browser.
 */

type DeviceContext = Pick<Context, 'publicUrl' | 'signer'>;

/** Only the account calls receive the cookie, so no request for a page, a story or a search identifies its reader. */
const COOKIE_PATHS = ['/api/accounts', '/api/auth'];
const KNOWN_DEVICE_SECONDS = KNOWN_DEVICE_DAYS * 24 * 60 * 60;

/**
 * Browsers accept the prefix, and `Secure`, only over https. `__Host-` would require the path /, and so every request.
 */
function deviceCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Secure-device' : 'device';
}

function signatureOf({ signer }: DeviceContext, device: string): Buffer {
  return signer.sign('device', device);
}

/** The device name in a request's cookie; undefined unless this site signed it. */
export function deviceOf(site: DeviceContext, cookies: Caller['cookies']): string | undefined {
  const [device = '', signature = ''] = (cookies[deviceCookieName(site.publicUrl)] ?? '').split('.');
  const received = Buffer.from(signature, 'base64url');
  const expected = signatureOf(site, device);
  return received.length === expected.length && timingSafeEqual(received, expected) ? device : undefined;
}

/** The cookie that names a device, by default for as long as the server remembers the device. */
export function deviceCookie(
  site: DeviceContext,
  device: string,
  maxAgeSeconds = KNOWN_DEVICE_SECONDS,
): Success<unknown>['cookies'] {
  const value = `${device}.${signatureOf(site, device).toString('base64url')}`;
  const isSecure = site.publicUrl.startsWith('https:');
  return { [deviceCookieName(site.publicUrl)]: { value, maxAgeSeconds, paths: COOKIE_PATHS, isSecure } };
}

export const newDeviceName = newToken;

function deviceHash({ signer }: DeviceContext, accountId: number, device: string): Buffer {
  return signer.sign('known device', `${accountId} ${device}`);
}

/** Whether the account has signed in on this device. An unknown account costs the same query, for equal time. */
export async function isKnownDevice(
  context: DeviceContext & { db: Connection },
  accountId: number | undefined,
  device: string | undefined,
): Promise<boolean> {
  if (device === undefined) return false;
  const id = accountId ?? 0;
  return isDeviceKnown(context.db, id, deviceHash(context, id, device));
}

export function rememberDevice(
  context: Context,
  transaction: OpenTransaction,
  accountId: number,
  device: string,
): Promise<void> {
  return recordDevice(transaction, accountId, deviceHash(context, accountId, device));
}

/** Called after a password change, because another known device may belong to somebody who knew the old password. */
export function forgetOtherDevices(
  context: Context,
  transaction: OpenTransaction,
  accountId: number,
  cookies: Caller['cookies'],
): Promise<void> {
  const device = deviceOf(context, cookies);
  const currentHash = device === undefined ? undefined : deviceHash(context, accountId, device);
  return deleteDevices(transaction, accountId, currentHash);
}
