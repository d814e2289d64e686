import '../server-only.ts';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from './start-error.ts';

const OWNER_ONLY = 0o700;

/**
 * Creates a folder that only its owner may enter, and its parents. Node's own `recursive: true` never ends when the
 * parent exists and still answers "no such file", as everything under /proc does.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: OWNER_ONLY });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || existsSync(parent)) throw error;
    makeFolder(parent);
    makeFolder(path);
  }
}
