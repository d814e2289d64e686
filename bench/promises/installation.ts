import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { installedPath } from '#platform/runtime/installation.ts';
import type { Measurement } from './promise.ts';

const MEBIBYTE = 2 ** 20;

/** Measures what `npm ci` leaves on the disk. Links between packages share a file, which counts once. */
export async function measureInstallation(): Promise<Measurement[]> {
  const folder = installedPath('node_modules');
  const bytes = new Map<number, number>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    // Tools and tests keep their own files there.
    if (!entry.isFile() || entry.parentPath.startsWith(join(folder, '.cache'))) continue;
    const { ino, size } = await lstat(join(entry.parentPath, entry.name));
    bytes.set(ino, size);
  }
  return [
    {
      name: 'size of what npm ci installs',
      reached: [...bytes.values()].reduce((sum, size) => sum + size, 0) / MEBIBYTE,
      ...{ limit: 700, better: 'less', unit: 'MB', detail: `${bytes.size} files, tools for tests included` },
    },
  ];
}
