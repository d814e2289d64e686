import '../server-only.ts';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

const root = dirname(findPackageJSON(import.meta.url) ?? '.');

/**
 * The path of an installed file or folder, given relative to the project's root; the same for the sources and the
 * build.
 */
export function installedPath(path: string): string {
  return join(root, path);
}
