/**
 * Idempotency keys of one form: the same for the same input, another for another. A form pressed twice, or pressed
 * again after its answer was lost on the way, creates one thing and not two.
 */
export function submitKeys(): (input: object) => string {
  let sent: string | undefined;
  let key = '';
  return (input) => {
    const asked = JSON.stringify(input);
    if (asked !== sent) {
      sent = asked;
      key = madeUpKey();
    }
    return key;
  };
}

/** crypto.randomUUID does not exist on a site without TLS. */
function madeUpKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
