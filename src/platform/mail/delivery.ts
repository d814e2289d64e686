import '../server-only.ts';
import type { Log } from '../runtime/log.ts';
import type { Config } from '../settings/config.ts';
import { fileDelivery } from './file-delivery.ts';
import { readMailbox } from './mail-address.ts';
import type { HeldMail } from './mail-store.ts';
import { smtpDelivery } from './smtp-delivery.ts';

/** What stood in the way of a mail. */
export interface DeliveryProblem {
  /** Codes only: the words of mail servers often hold the address. */
  codes: string;
  /** There is nobody at this address: no later try will be better. */
  isPermanent: boolean;
}

/** Where mails go: to a mail server, or into files. */
export interface Delivery {
  /** Hands a mail over, and is done at the latest when the signal says so. */
  deliver(mail: HeldMail, signal: AbortSignal): Promise<DeliveryProblem | undefined>;
  close(): void;
}

export type DeliverySettings = Pick<
  Config,
  'smtpUrl' | 'mailFrom' | 'replyTo' | 'publicUrl' | 'dataDir' | 'nodeEnv'
>;

export function createDelivery(settings: DeliverySettings, log: Log): Delivery {
  const { smtpUrl, mailFrom, publicUrl, dataDir, nodeEnv } = settings;
  const replyTo = settings.replyTo === undefined ? undefined : readMailbox(settings.replyTo);
  const from = readMailbox(mailFrom);
  if (from === undefined) throw new Error('MAIL_FROM was not checked');
  if (smtpUrl !== undefined)
    return smtpDelivery({ smtpUrl, from, replyTo, hostName: new URL(publicUrl).hostname });
  return fileDelivery({ dataDir, from, replyTo, log, isDevelopment: nodeEnv === 'development' });
}
