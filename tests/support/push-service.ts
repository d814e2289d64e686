import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

interface Message {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A service that relays notifications, as the vendors of browsers run one. It answers with `status`, and names another place. */
export async function startPushService() {
  const messages: Message[] = [];
  const service = { origin: '', messages, status: 201 };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    messages.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
    response.writeHead(request.url === '/elsewhere' ? 201 : service.status, { location: '/elsewhere' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

/** A browser with its keys, which can read the messages to it (RFC 8291, one record). */
export function newPushBrowser(endpoint: string) {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  const auth = randomBytes(16);
  const bytes = (key: Parameters<typeof hkdfSync>[1], salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, info, length));
  return {
    subscription: { endpoint, p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    read(body: Buffer): unknown {
      const salt = body.subarray(0, 16);
      const keyLength = body.readUInt8(20);
      const sender = body.subarray(21, 21 + keyLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
      const secret = bytes(ecdh.computeSecret(sender), auth, info, 32);
      const key = bytes(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
      const nonce = bytes(secret, salt, 'Content-Encoding: nonce\0', 12);
      const encrypted = body.subarray(21 + keyLength);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(encrypted.subarray(-16));
      const text = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
      // A delimiter of 2 ends the last record.
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString());
    },
  };
}
