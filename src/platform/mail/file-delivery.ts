import '../server-only.ts';
import { chmod, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Log } from '../runtime/log.ts';
import { makeFolder } from '../runtime/make-folder.ts';
import { codeOf } from '../runtime/start-error.ts';
import type { Delivery } from './delivery.ts';
import type { Mailbox } from './mail-address.ts';
import { mailFolder } from './mail-files.ts';
import { messageOf } from './mail-message.ts';

/** Writes each mail into a file of its own (RFC 5322), for sites without a mail server. */
export function fileDelivery(options: {
  dataDir: string;
  from: () => Mailbox;
  replyTo: Mailbox | undefined;
  log: Log;
  isDevelopment: boolean;
}): Delivery {
  const { dataDir, from, replyTo, log, isDevelopment } = options;
  const folder = mailFolder(dataDir);
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  log.info({ folder }, 'mail is written to files because SMTP_URL is not set');
  return {
    async deliver(mail) {
      const { message } = await composer.sendMail({
        ...messageOf(mail, { from: from(), replyTo }),
        text: { raw: unencodedTextPart(mail.text) },
      });
      // Named after its send slot, so that a second try replaces the first's file.
      const time = mail.sendAt.toISOString().replaceAll(/[-:]|\.\d+/g, '');
      const file = join(folder, `${time}-${mail.id}.eml`);
      try {
        makeFolder(folder);
        // The folder may have existed before, for example after a restore.
        await chmod(folder, 0o700);
        await writeFileAtomically(file, message);
      } catch (error) {
        return { codes: `file ${codeOf(error) ?? 'unknown'}`, isPermanent: false, isRefusedAddress: false };
      }
      const links = mail.text.match(/https?:\/\/\S+/g) ?? [];
      if (isDevelopment) log.info({ subject: mail.subject, links, file }, 'a mail was written');
      return undefined;
    },
    close: () => composer.close(),
  };
}

/** The longest line that a mail may have (RFC 5322, 2.1.1). */
const MAX_LINE_BYTES = 998;

/**
 * The text without transfer encoding, for a person who opens the file and copies a link from it: quoted-printable would
 * break lines and write `=` as `=3D`. No mail server handles the file that would require it.
 */
function unencodedTextPart(text: string): string {
  const lines = text.split('\n').flatMap(wrapLine);
  return `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${lines.join('\r\n')}`;
}

/** Splits a paragraph that is too long for one line after a space. */
function wrapLine(line: string): string[] {
  if (Buffer.byteLength(line) <= MAX_LINE_BYTES) return [line];
  const lines = [''];
  for (const word of line.split(/(?<= )/)) {
    const longer = `${lines.at(-1)}${word}`;
    if (Buffer.byteLength(longer) <= MAX_LINE_BYTES) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Writes under another name until the file is complete, so that nobody sees half a mail. */
async function writeFileAtomically(path: string, content: Buffer | Readable): Promise<void> {
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
