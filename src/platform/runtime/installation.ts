import '../server-only.ts';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

const root = dirname(findPackageJSON(import.meta.url) ?? '.');

/** A file or folder of the project as it is installed, told from its root; the same for the sources and what is built of them. */
export function installed(path: string): string {
  return join(root, path);
}
