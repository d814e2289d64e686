import '../server-only.ts';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MILLISECONDS, HOUR_MILLISECONDS } from '#base/durations.ts';
import type { Log } from '../runtime/log.ts';

/** As long as the links in mails are valid at the longest. */
const MAX_AGE_DAYS = 7;

/** The folder of a site without a mail server. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail');

/** Deletes old mails of the folder: they hold addresses, and links that open accounts. */
async function deleteOldMailFiles(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => /\.eml(\.part)?$/.test(one))) {
    const path = join(folder, name);
    const file = await stat(path).catch(() => undefined);
    if (file?.isFile() && Date.now() - file.mtimeMs > MAX_AGE_DAYS * DAY_MILLISECONDS)
      await rm(path, { force: true });
  }
}

/** Does so now and every hour, also on a site that has a mail server by now. */
export function keepDeletingOldMailFiles(folder: string, log: Log): { stop(): void } {
  const run = () =>
    deleteOldMailFiles(folder).catch((error: unknown) =>
      log.warn({ err: error }, 'old files in the mail folder can’t be deleted'),
    );
  void run();
  const timer = setInterval(run, HOUR_MILLISECONDS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
