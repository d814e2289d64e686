import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  /** The addresses that the SMTP session named, as sender and as receivers. */
  from: string;
  to: string[];
  raw: string;
  message: Email;
}

/** The mail server's response to a command in place of success: `[550, '5.1.1 nobody here']`. */
type Refusal = [code: number, words: string];

export interface TestMailServer {
  url: string;
  port: number;
  received: ReceivedMail[];
  /** The number of open connections. */
  open(): number;
  untilReceived(count: number): Promise<void>;
  untilAllClosed(): Promise<void>;
  stop(): Promise<void>;
}

/** A real mail server on this machine that stores its mails. */
export async function startMailServer(
  options: {
    port?: number;
    toRecipient?: (address: string) => Refusal | undefined;
    /** Runs before the server accepts a mail. */
    toMail?: (mail: ReceivedMail) => Promise<Refusal | undefined> | Refusal | undefined;
    server?: SMTPServerOptions;
  } = {},
): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => done(errorOf(options.toRecipient?.(address))),
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const { mailFrom, rcptTo } = session.envelope;
      const raw = Buffer.concat(chunks);
      const mail: ReceivedMail = {
        from: mailFrom === false ? '' : mailFrom.address,
        to: rcptTo.map(({ address }) => address),
        raw: raw.toString(),
        message: await PostalMime.parse(raw),
      };
      const refusal = await options.toMail?.(mail);
      if (refusal === undefined) received.push(mail);
      done(errorOf(refusal));
    },
    ...options.server,
  });
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('error', () => {});
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    open: () => sockets.size,
    untilReceived: (count) => until(() => received.length >= count),
    untilAllClosed: () => until(() => sockets.size === 0),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(10);
}

function errorOf(refusal: Refusal | undefined): Error | null {
  if (refusal === undefined) return null;
  const [responseCode, text] = refusal;
  return Object.assign(new Error(text), { responseCode });
}
