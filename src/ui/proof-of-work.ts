import type { ProofChallenge } from '#base/failure.ts';
import workerUrl from './proof-worker.ts?worker&url';

// The policy header names it; only this address may become a worker.
const policy =
  typeof window === 'undefined'
    ? undefined
    : window.trustedTypes?.createPolicy('nightstand-worker', {
        createScriptURL: (url: string) => (url === workerUrl ? url : ''),
      });

/** The header that answers a challenge; undefined when this browser can't find it. */
export async function solveChallenge(challenge: ProofChallenge): Promise<string | undefined> {
  const { salt, signature } = challenge;
  // The browser treats the policy's result as an address.
  const worker = new Worker((policy?.createScriptURL(workerUrl) ?? workerUrl) as string);
  try {
    const number = await new Promise<number | undefined>((resolve) => {
      worker.addEventListener('message', (event: MessageEvent<number | undefined>) => resolve(event.data));
      worker.addEventListener('error', () => resolve(undefined));
      worker.postMessage(challenge);
    });
    return number === undefined ? undefined : `${salt}.${number}.${signature}`;
  } finally {
    worker.terminate();
  }
}
