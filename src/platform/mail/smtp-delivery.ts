import '../server-only.ts';
import { createTransport } from 'nodemailer';
import type { Delivery, DeliveryProblem } from './delivery.ts';
import type { Mailbox } from './mail-address.ts';
import { messageOf } from './mail-message.ts';

/** How many mails are handed over at the same time. */
const SMTP_CONNECTIONS = 2;

const SILENCE_MILLISECONDS = 10_000;
/** A server that looks a mail over before it takes it. Who is less patient than it sends the mail twice. */
const TAKING_MILLISECONDS = 5 * 60_000;

/** Hands mails to the server of SMTP_URL; what the URL's query says of nodemailer's options goes before these. */
export function smtpDelivery(options: {
  smtpUrl: string;
  from: Mailbox;
  replyTo: Mailbox | undefined;
  hostName: string;
}): Delivery {
  const { smtpUrl, from, replyTo, hostName } = options;
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: SMTP_CONNECTIONS,
    // Else it names this machine to every receiver.
    name: hostName,
    // A password goes over no line that others can read.
    requireTLS: new URL(smtpUrl).password !== '',
    dnsTimeout: SILENCE_MILLISECONDS,
    connectionTimeout: SILENCE_MILLISECONDS,
    greetingTimeout: SILENCE_MILLISECONDS,
    socketTimeout: TAKING_MILLISECONDS,
    socketCloseTimeout: 1_000,
    // Tries are counted and spaced by the outbox.
    maxRequeues: 1,
  });
  return {
    async deliver(mail, signal) {
      try {
        await transport.sendMail({ ...messageOf(mail, { from, replyTo }), signal });
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
  const codes = [code ?? 'unknown', originalCode, command, responseCode, extendedCode];
  return {
    codes: codes.filter((each) => each !== undefined).join(' '),
    // Refused with the sender, the password or the whole message, it is for the operator to mend.
    isPermanent: permanent === true && command === 'RCPT TO',
  };
}
