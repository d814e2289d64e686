/**
 * Idempotency keys of one form: the same for the same input, another for another. A form pressed twice, or pressed
 * again after its answer was lost on the way, creates one thing and not two.
 */
export function createSubmitKeys(): (input: object) => string {
  let lastText: string | undefined;
  let key = '';
  return (input) => {
    const text = JSON.stringify(input);
    if (text !== lastText) {
      lastText = text;
      key = randomKey();
    }
    return key;
  };
}

/** crypto.randomUUID does not exist on a site without TLS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
