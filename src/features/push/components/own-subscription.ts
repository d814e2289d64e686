/** The push subscription of this browser, and what it takes to have one. */
import { startWorker, stopIdleWorker } from '#features/offline/parts/service-worker.ts';

export type PushReadiness = 'ready' | 'refused' | 'unsupported';

/** Whether this browser can be notified at all, and whether its reader has refused it. */
export function pushReadiness(): PushReadiness {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isSupported) return 'unsupported';
  return Notification.permission === 'denied' ? 'refused' : 'ready';
}

/** The address of this browser's subscription; undefined while there is none. */
export async function ownEndpoint(): Promise<string | undefined> {
  if (pushReadiness() !== 'ready') return undefined;
  return (await ownSubscription())?.endpoint;
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Asks the reader, then the browser's vendor. Undefined: the reader refused. */
export async function subscribeBrowser(
  publicKey: string,
): Promise<{ endpoint: string; p256dh: string; auth: string } | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  await startWorker();
  try {
    return await newSubscription(publicKey);
  } catch (error) {
    await stopIdleWorker();
    throw error;
  }
}

async function newSubscription(publicKey: string) {
  const { pushManager } = await navigator.serviceWorker.ready;
  // One under another key of the site, from before its secret was changed, can't be continued.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const keyOf = (name: PushEncryptionKeyName) => base64url(subscription.getKey(name));
  return { endpoint: subscription.endpoint, p256dh: keyOf('p256dh'), auth: keyOf('auth') };
}

/** Ends this browser's subscription, and the service worker with it where no story is kept. */
export async function unsubscribeBrowser(): Promise<void> {
  await (await ownSubscription())?.unsubscribe();
  await stopIdleWorker();
}

function base64url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
