import '../server-only.ts';
import { createTransport } from 'nodemailer';
import type { Delivery, DeliveryProblem } from './delivery.ts';
import type { Mailbox } from './mail-address.ts';
import { messageOf } from './mail-message.ts';

/** The number of mails handed over at the same time. */
const SMTP_CONNECTIONS = 2;

const RESPONSE_TIMEOUT_MILLISECONDS = 10_000;
/** Servers may inspect a mail before they accept it; a client that gives up before that sends the mail twice. */
const ACCEPTANCE_TIMEOUT_MILLISECONDS = 5 * 60_000;

/** The options of every connection to the server of SMTP_URL; those in the URL's query take precedence. */
export const connectionOptions = (smtpUrl: string, hostName: string) => ({
  url: smtpUrl,
  // nodemailer would otherwise reveal this machine's name to every receiver.
  name: hostName,
  // A password is never sent over an unencrypted connection.
  requireTLS: new URL(smtpUrl).password !== '',
  dnsTimeout: RESPONSE_TIMEOUT_MILLISECONDS,
  connectionTimeout: RESPONSE_TIMEOUT_MILLISECONDS,
  greetingTimeout: RESPONSE_TIMEOUT_MILLISECONDS,
});

/** Hands mails to the server of SMTP_URL. */
export function smtpDelivery(options: {
  smtpUrl: string;
  from: () => Mailbox;
  replyTo: Mailbox | undefined;
  hostName: string;
}): Delivery {
  const { smtpUrl, from, replyTo, hostName } = options;
  const transport = createTransport({
    ...connectionOptions(smtpUrl, hostName),
    pool: true,
    maxConnections: SMTP_CONNECTIONS,
    socketTimeout: ACCEPTANCE_TIMEOUT_MILLISECONDS,
    socketCloseTimeout: 1_000,
    // The outbox counts and spaces the tries.
    maxRequeues: 1,
  });
  return {
    async deliver(mail, signal) {
      try {
        await transport.sendMail({ ...messageOf(mail, { from: from(), replyTo }), signal });
        return undefined;
      } catch (error) {
        return problemOf(error);
      }
    },
    close: () => transport.close({ force: true }),
  };
}

interface SmtpError {
  code?: unknown;
  originalCode?: unknown;
  command?: unknown;
  responseCode?: unknown;
  response?: unknown;
  permanent?: unknown;
}

function problemOf(error: unknown): DeliveryProblem {
  const { code, originalCode, command, responseCode, response, permanent } = (error ?? {}) as SmtpError;
  const [extendedCode] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(String(response ?? '')) ?? [];
  // A refusal of the sender, the password or the whole message is for the operator to fix.
  const isPermanent = permanent === true && command === 'RCPT TO';
  const codes = [code ?? 'unknown', originalCode, command, responseCode, extendedCode];
  return {
    codes: codes.filter((code) => code !== undefined).join(' '),
    isPermanent,
    isRefusedAddress: isPermanent && !isRefusalOfUs(extendedCode, String(response ?? '')),
  };
}

/**
 * Whether a server that refuses a recipient in truth refuses us: by its policy (RFC 3463, 5.7.x), for our sender (5.1.7, 5.1.8),
 * or without an extended code in words about relaying or logging in. A wrong setting must not mark every address.
 */
function isRefusalOfUs(extendedCode: string | undefined, response: string): boolean {
  return extendedCode === undefined
    ? /\brelay|\bauth(?:enticat|\b)/i.test(response)
    : /^5\.(?:7\.|1\.[78]$)/.test(extendedCode);
}
