import '../server-only.ts';
import { resolveTxt } from 'node:dns/promises';
import { createTransport } from 'nodemailer';
import { readMailbox } from '../mail/mail-address.ts';
import { connectionOptions } from '../mail/smtp-delivery.ts';
import { reasonOf } from '../runtime/start-error.ts';
import type { Config } from '../settings/config.ts';
import { isPublicSite } from '../settings/operator.ts';
import type { Finding } from './finding.ts';

const TIMEOUT_MILLISECONDS = 10_000;
const subject = 'Mail server';

/** Connects and signs in as the outbox does, and looks at what receivers look up about the sender. No mail is sent. */
export async function checkMailServer({
  mailFrom,
  publicUrl,
  smtpUrl,
}: Pick<Config, 'mailFrom' | 'publicUrl' | 'smtpUrl'>): Promise<Finding[]> {
  if (smtpUrl === undefined) {
    const text = 'SMTP_URL is not set: mails are written to files, and nobody gets them';
    const state = isPublicSite(publicUrl) ? 'problem' : 'advice';
    return [{ subject, state, text, advice: 'Set SMTP_URL to your mail server.' }];
  }
  const { host } = new URL(smtpUrl);
  const transport = createTransport({
    ...connectionOptions(smtpUrl, new URL(publicUrl).hostname),
    socketTimeout: TIMEOUT_MILLISECONDS,
  });
  try {
    await transport.verify();
  } catch (error) {
    const text = `${host} can’t be used: ${reasonOf(error)}`;
    return [
      { subject, state: 'problem', text, advice: 'Check the host, port, name and password in SMTP_URL.' },
    ];
  } finally {
    transport.close();
  }
  const good: Finding = { subject, state: 'fine', text: `${host} accepts the connection` };
  const domain = readMailbox(mailFrom)?.address.split('@')[1];
  if (domain === undefined || !isPublicSite(`https://${domain}`)) return [good];
  return [good, await checkSender(domain)];
}

/** Large receivers refuse or hide mails of a domain without SPF and DMARC records. */
async function checkSender(domain: string): Promise<Finding> {
  const [spf, dmarc] = await Promise.all([
    hasRecord(domain, 'v=spf1'),
    hasRecord(`_dmarc.${domain}`, 'v=DMARC1'),
  ]);
  const missing = [
    ...(spf ? [] : [`an SPF record (${domain})`]),
    ...(dmarc ? [] : [`a DMARC record (_dmarc.${domain})`]),
  ];
  if (missing.length === 0)
    return { subject: 'Sender', state: 'fine', text: `${domain} has SPF and DMARC records` };
  const text = `the domain of MAIL_FROM lacks ${missing.join(' and ')}: many receivers refuse such mails`;
  return {
    subject: 'Sender',
    state: 'advice',
    text,
    advice: 'Your mail server’s operator tells you the TXT records to add.',
  };
}

async function hasRecord(name: string, start: string): Promise<boolean> {
  const records = await resolveTxt(name).catch(() => []);
  return records.some((parts) => parts.join('').startsWith(start));
}
