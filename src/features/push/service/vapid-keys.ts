import { createECDH } from 'node:crypto';
import type { Signer } from '#platform/security/secret.ts';

/** The key pair by which push services recognise the site, in base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * The site's VAPID keys (RFC 8292). They are derived from the secret that the first start creates, so nothing else has to
 * be stored or moved; with another secret, browsers have to turn notifications on again.
 */
export function vapidKeys(signer: Signer): VapidKeys {
  const ecdh = createECDH('prime256v1');
  // A number beyond the order of the curve is no key; one in four thousand million is.
  for (let attempt = 0; ; attempt += 1) {
    try {
      ecdh.setPrivateKey(signer.sign('vapid', String(attempt)));
      break;
    } catch (error) {
      if (attempt > 3) throw error;
    }
  }
  // `getPrivateKey` leaves out leading zeros, which the key needs.
  const privateKey = Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()]).subarray(-32);
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}
