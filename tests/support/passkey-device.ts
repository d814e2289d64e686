import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url');

const USER_PRESENT_AND_VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;

/** A device with one passkey, which answers as a browser at the given address would (WebAuthn 3, 6.1 and 6.5). */
export function passkeyDevice(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const id = base64url(credentialId);
  let counter = 0;

  function clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  function authenticatorData(flags: number, credential = Buffer.alloc(0)): Buffer {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count, credential]);
  }

  const common = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  return {
    /** The answer to the options of a new passkey, without attestation. */
    register({ challenge }: { challenge: string }, flags = USER_PRESENT_AND_VERIFIED) {
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const data = authenticatorData(
        flags | HAS_CREDENTIAL,
        Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, key]),
      );
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      const clientDataJSON = base64url(clientData('webauthn.create', challenge));
      return {
        ...common,
        response: {
          clientDataJSON,
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      };
    },
    /** The answer to a question for a passkey. */
    answer({ challenge }: { challenge: string }, flags = USER_PRESENT_AND_VERIFIED) {
      const client = clientData('webauthn.get', challenge);
      const data = authenticatorData(flags);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...common,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      };
    },
    /** Forgets how often it was used, as a copy of it would. */
    resetCounter() {
      counter = 0;
    },
  };
}
