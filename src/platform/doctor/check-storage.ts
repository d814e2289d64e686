import '../server-only.ts';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MILLISECONDS } from '#base/durations.ts';
import { readBackup } from '../backup/backup-file.ts';
import { freeBytes } from '../runtime/free-space.ts';
import { reasonOf } from '../runtime/start-error.ts';
import type { Config } from '../settings/config.ts';
import type { Finding } from './finding.ts';

/** Below this multiple of the limit for read-only mode, the operator should act. */
const COMFORTABLE_FACTOR = 4;
const MAX_BACKUP_AGE_HOURS = 36;
const MEBIBYTE = 2 ** 20;

/** The space on the disk of the data folder. */
export async function checkDisk({
  dataDir,
  leastFreeMegabytes,
}: Pick<Config, 'dataDir' | 'leastFreeMegabytes'>): Promise<Finding> {
  const subject = 'Disk';
  const bytes = await freeBytes(dataDir).catch((error: unknown) => reasonOf(error));
  if (typeof bytes === 'string')
    return {
      ...{ subject, state: 'problem', text: `${dataDir} can’t be read: ${bytes}` },
      advice: 'Set DATA_DIR to the site’s.',
    };
  const free = Math.floor(bytes / MEBIBYTE);
  const text = `${free} MB are free in ${dataDir}`;
  if (free < leastFreeMegabytes)
    return {
      ...{ subject, state: 'problem', text: `${text}: the site is read-only` },
      advice: 'Delete old backups and mails in DATA_DIR/mail, never DATA_DIR/db.',
    };
  if (free < leastFreeMegabytes * COMFORTABLE_FACTOR)
    return {
      ...{ subject, state: 'advice', text: `${text}; below ${leastFreeMegabytes} MB the site is read-only` },
      advice: 'Add space soon.',
    };
  return { subject, state: 'fine', text };
}

/** The newest backup in a folder: its age, and whether it is complete. */
export async function checkBackups(folder: string | undefined): Promise<Finding> {
  const subject = 'Backups';
  if (folder === undefined)
    return {
      ...{ subject, state: 'advice', text: 'not checked' },
      advice: 'Name the folder: npm run doctor -- --backups /backups',
    };
  const names = await readdir(folder).catch((error: unknown) => reasonOf(error));
  if (typeof names === 'string')
    return {
      subject,
      state: 'problem',
      text: `${folder} can’t be read: ${names}`,
      advice: 'Check the folder’s name.',
    };
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.gz'))
      .map(async (name) => ({ path: join(folder, name), madeAt: (await stat(join(folder, name))).mtimeMs })),
  );
  const newest = files.sort((a, b) => b.madeAt - a.madeAt)[0];
  if (newest === undefined)
    return {
      subject,
      state: 'problem',
      text: `${folder} has none`,
      advice: 'Make one a night; the runbook has the line for cron.',
    };
  const hours = Math.floor((Date.now() - newest.madeAt) / HOUR_MILLISECONDS);
  const age = `the newest one, ${newest.path}, is ${hours} hours old`;
  const broken = await readBackup(newest.path).then(
    () => undefined,
    (error: unknown) => reasonOf(error),
  );
  if (broken !== undefined)
    return {
      subject,
      state: 'problem',
      text: `${age} and not complete: ${broken}`,
      advice: 'Make another one now.',
    };
  if (hours > MAX_BACKUP_AGE_HOURS)
    return {
      subject,
      state: 'problem',
      text: age,
      advice: 'Make one now, and look why none was made last night.',
    };
  return { subject, state: 'fine', text: `${age} and complete` };
}
