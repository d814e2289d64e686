/**
 * Keys for what one form sends: the same for the same input, another for another. Pressed twice, or pressed again when
 * the answer was lost on the way, the form makes one thing and not two.
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

/** Not crypto.randomUUID: on a site without TLS there is none. */
function madeUpKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
