import { createECDH } from 'node:crypto';

/** A service that relays notifications, run by the vendor of a browser. */
interface PushService {
  name: string;
  /** Its host, or the end of its hosts. */
  host: string;
}

/** The services of the browsers in use. The site sends requests to no other host, so that nobody can direct them. */
const PUSH_SERVICES: readonly PushService[] = [
  { name: 'Google', host: 'fcm.googleapis.com' },
  { name: 'Mozilla', host: '.push.services.mozilla.com' },
  { name: 'Apple', host: '.push.apple.com' },
  { name: 'Microsoft', host: '.notify.windows.com' },
];

/** The name of the service behind an endpoint; undefined: the site sends nothing there. `others` are further origins. */
export function pushServiceOf(endpoint: string, others: readonly string[]): string | undefined {
  const url = URL.parse(endpoint);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  if (others.includes(url.origin)) return url.hostname;
  if (url.protocol !== 'https:' || url.port !== '') return undefined;
  return PUSH_SERVICES.find(({ host }) =>
    host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host,
  )?.name;
}

/** Whether the keys of a subscription are a point of P-256 and 16 bytes, which encryption needs. */
export function areSubscriptionKeys(p256dh: string, auth: string): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false;
  try {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    // Node checks a point of the curve when a secret is computed with it.
    ecdh.computeSecret(p256dh, 'base64url');
    return true;
  } catch {
    return false;
  }
}
