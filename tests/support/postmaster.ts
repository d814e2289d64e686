import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The database process of a site, by its data folder. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'db/postmaster.pid'), 'utf8').split('\n')[0]);
}
