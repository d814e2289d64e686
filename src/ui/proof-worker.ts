/**
 * Tries one number after the other until its hash is the one that the server requires. Runs in a worker, so that the
 * page stays usable. Messages: a challenge in, the number out, or nothing when there is none.
 */
type Task = { salt: string; hash: string; max_number: number };

const encoder = new TextEncoder();

async function numberFor({ salt, hash, max_number }: Task): Promise<number | undefined> {
  const expected = Uint8Array.from(hash.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  for (let number = 0; number < max_number; number++) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(`${salt}.${number}`)));
    if (digest.every((byte, at) => byte === expected[at])) return number;
  }
  return undefined;
}

self.addEventListener('message', (event: MessageEvent<Task>) => {
  numberFor(event.data).then(
    (number) => self.postMessage(number),
    // Without HTTPS there is no crypto.subtle.
    () => self.postMessage(undefined),
  );
});
