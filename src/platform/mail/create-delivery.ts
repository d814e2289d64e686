import '../server-only.ts';
import type { Log } from '../runtime/log.ts';
import type { Config } from '../settings/config.ts';
import type { Delivery } from './delivery.ts';
import { fileDelivery } from './file-delivery.ts';
import { readMailbox } from './mail-address.ts';
import { smtpDelivery } from './smtp-delivery.ts';

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
