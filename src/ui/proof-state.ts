/** Whether this page is working on a challenge of the server, for the form that waits for it. */
let pendingProofs = 0;
const listeners = new Set<() => void>();

function change(by: number): void {
  pendingProofs += by;
  for (const listener of listeners) listener();
}

export async function whileProving<T>(work: () => Promise<T>): Promise<T> {
  change(1);
  try {
    return await work();
  } finally {
    change(-1);
  }
}

export function subscribeToProof(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isProving = () => pendingProofs > 0;
