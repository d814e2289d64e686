import { deleteCaches } from '#ui/device-records.ts';
import { readTokens } from '#ui/session.ts';
import { urls } from '#urls.ts';
import { isAnythingKept } from '../components/kept-library.ts';

// The policy header names it; only this address may become the service worker.
const policy =
  typeof window === 'undefined'
    ? undefined
    : window.trustedTypes?.createPolicy('nightstand-service-worker', {
        createScriptURL: (url: string) => (url === urls.serviceWorker() ? url : ''),
      });

/** A subscription to notifications needs the worker as well, until the end of its session, which ends the notifications. */
async function hasPush(): Promise<boolean> {
  if (readTokens() === undefined) return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager?.getSubscription().catch(() => null)) != null;
}

const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

/** Whether this browser needs a service worker at all; most never have one. */
export async function isWorkerNeeded(): Promise<boolean> {
  return isAnythingKept() || isInstalled() || hasPush();
}

/** Registers the worker and waits until it has stored its page. Throws when it can't. */
export async function startWorker(): Promise<void> {
  // The browser treats the policy's result as an address.
  const address = (policy?.createScriptURL(urls.serviceWorker()) ?? urls.serviceWorker()) as string;
  const registration = await navigator.serviceWorker.register(address, { updateViaCache: 'none' });
  if (registration.active !== null) return;
  const worker = registration.installing ?? registration.waiting;
  if (worker === null) throw new Error('the service worker did not start');
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('the service worker could not be installed'));
    };
    worker.addEventListener('statechange', look);
    look();
  });
}

/** Removes the worker with all that it stored once it has nothing to do. */
export async function stopIdleWorker(): Promise<void> {
  if (await isWorkerNeeded()) return;
  for (const registration of await navigator.serviceWorker.getRegistrations())
    await registration.unregister();
  await deleteCaches();
}
