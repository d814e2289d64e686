import '../server-only.ts';
import { DEFAULT_SITE_NAME, siteName } from '#base/site-name.ts';
import type { Log } from '../runtime/log.ts';
import type { Config } from '../settings/config.ts';
import type { Delivery } from './delivery.ts';
import { fileDelivery } from './file-delivery.ts';
import { readMailbox } from './mail-address.ts';
import { keepDeletingOldMailFiles, mailFolder } from './mail-files.ts';
import { smtpDelivery } from './smtp-delivery.ts';

export type DeliverySettings = Pick<
  Config,
  'smtpUrl' | 'mailFrom' | 'replyTo' | 'publicUrl' | 'dataDir' | 'nodeEnv'
>;

export function createDelivery(settings: DeliverySettings, log: Log): Delivery {
  const { smtpUrl, mailFrom, publicUrl, dataDir, nodeEnv } = settings;
  const replyTo = settings.replyTo === undefined ? undefined : readMailbox(settings.replyTo);
  const hostName = new URL(publicUrl).hostname;
  const sender = readMailbox(mailFrom);
  if (sender === undefined) throw new Error('MAIL_FROM was not checked');
  // The sender has the name of the site, unless the operator has given it another one.
  const from = () => (sender.name === DEFAULT_SITE_NAME ? { ...sender, name: siteName() } : sender);
  const delivery =
    smtpUrl === undefined
      ? fileDelivery({ dataDir, from, replyTo, log, isDevelopment: nodeEnv === 'development' })
      : smtpDelivery({ smtpUrl, from, replyTo, hostName });
  const deletion = keepDeletingOldMailFiles(mailFolder(dataDir), log);
  return {
    deliver: delivery.deliver,
    close() {
      deletion.stop();
      delivery.close();
    },
  };
}
