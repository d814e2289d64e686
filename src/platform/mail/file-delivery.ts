import '../server-only.ts';
import { chmod, mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Log } from '../log.ts';
import { codeOf } from '../start-error.ts';
import type { Delivery } from './delivery.ts';
import type { Mailbox } from './mail-address.ts';
import { messageOf } from './mail-message.ts';

/** Writes each mail into a file of its own (RFC 5322), for sites without a mail server. */
export function fileDelivery(options: {
  dataDir: string;
  from: Mailbox;
  log: Log;
  isDevelopment: boolean;
}): Delivery {
  const { dataDir, from, log, isDevelopment } = options;
  const folder = join(dataDir, 'mail');
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  log.info({ folder }, 'mail is written into files, because SMTP_URL is not set');
  return {
    async deliver(mail) {
      const { message } = await composer.sendMail(messageOf(mail, from));
      // By the time of its turn, so that a second try takes the place of the first.
      const time = mail.sendAt.toISOString().replaceAll(/[-:]|\.\d+/g, '');
      const file = join(folder, `${time}-${mail.id}.eml`);
      try {
        await makeFolder(folder);
        await writeWhole(file, message);
      } catch (error) {
        return { codes: `file ${codeOf(error) ?? 'unknown'}`, isPermanent: false };
      }
      const links = mail.text.match(/https?:\/\/\S+/g) ?? [];
      if (isDevelopment) log.info({ subject: mail.subject, links, file }, 'a mail was written');
      return undefined;
    },
    close: () => composer.close(),
  };
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // One that was there before, after a restore perhaps.
  await chmod(folder, 0o700);
}

/** Under another name until it is complete, so that nobody finds half a mail. */
async function writeWhole(path: string, content: Buffer | Readable): Promise<void> {
  const draft = `${path}.part`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
