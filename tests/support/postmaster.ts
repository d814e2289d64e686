import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The process of the database that a site keeps in its data folder. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'db/postmaster.pid'), 'utf8').split('\n')[0]);
}
