import '../server-only.ts';
import { statfs } from 'node:fs/promises';
import type { Log } from './log.ts';

/** Whether the disk has space for writes. */
export interface FreeSpace {
  isLow(): boolean;
  /** The free bytes as seen last; missing for an unknown disk. */
  freeBytes?(): number;
  /** Reports each change from then on. */
  onChange(listener: (isLow: boolean) => void): void;
  stop(): void;
}

/** For a database whose disk the site can't see. */
export const unknownSpace: FreeSpace = { isLow: () => false, onChange: () => {}, stop: () => {} };

/** Short, because one chapter of 100 kB whose words are all new writes 20 MB to the indexes and the log. */
const CHECK_MILLISECONDS = 250;
/** Writing resumes only above the minimum by this factor; otherwise it would switch on and off. */
const RESUME_FACTOR = 1.1;

/** The free bytes on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Watches the disk of the site's own database. PostgreSQL that can't write its log ends itself (PANIC) and can't start
 * again before there is space, so the site stops writing while there is still some and continues reading.
 */
export async function watchFreeSpace(
  folder: string,
  { leastBytes: minBytes, log }: { leastBytes: number; log: Pick<Log, 'info' | 'error'> },
): Promise<FreeSpace> {
  const listeners: ((isLow: boolean) => void)[] = [];
  let isLow = false;
  let latest = 0;
  const check = async () => {
    const free = await freeBytes(folder);
    latest = free;
    const isLowNow = free < (isLow ? minBytes * RESUME_FACTOR : minBytes);
    if (isLowNow === isLow) return;
    isLow = isLowNow;
    const logFields = { freeMegabytes: Math.floor(free / 2 ** 20), leastMegabytes: minBytes / 2 ** 20 };
    if (isLow)
      log.error(
        logFields,
        'the disk of the data folder is nearly full: the site is read-only until there is space',
      );
    else log.info(logFields, 'there is space again: the site is no longer read-only');
    for (const listener of listeners) listener(isLow);
  };
  await check();
  const timer = setInterval(() => {
    check().catch((error: unknown) => log.error({ err: error }, 'the free space can’t be checked'));
  }, CHECK_MILLISECONDS).unref();
  return {
    isLow: () => isLow,
    freeBytes: () => latest,
    onChange: (listener) => void listeners.push(listener),
    stop: () => clearInterval(timer),
  };
}
