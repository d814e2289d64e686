import { hash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Written last, so that an interrupted build has none, or an old one that no longer fits. */
export const CHECKSUMS_FILE = 'checksums.json';
/** The folders that the build creates; a start adds compiled code to them, which Node verifies itself. */
const BUILT_FOLDERS = ['client', 'server', 'site'];

export function writeChecksums(build: string): void {
  const files = BUILT_FOLDERS.flatMap((folder) =>
    readdirSync(join(build, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(build.length + 1)),
  );
  const checksums = Object.fromEntries(files.sort().map((file) => [file, checksumOf(join(build, file))]));
  writeFileSync(join(build, CHECKSUMS_FILE), `${JSON.stringify(checksums, null, 1)}\n`);
}

/** The damage of a build as a clause that follows its name; undefined when every file is as built. */
export function describeBuildDamage(build: string): string | undefined {
  const checksums = readChecksums(build);
  if (checksums === undefined) return 'is missing or incomplete';
  for (const [file, checksum] of Object.entries(checksums)) {
    let actual: string;
    try {
      actual = checksumOf(join(build, file));
    } catch {
      return `is damaged (${file} cannot be read)`;
    }
    if (actual !== checksum) return `is damaged (${file} is not as it was built)`;
  }
  return undefined;
}

function readChecksums(build: string): Record<string, string> | undefined {
  try {
    const checksums: unknown = JSON.parse(readFileSync(join(build, CHECKSUMS_FILE), 'utf8'));
    return typeof checksums === 'object' && checksums !== null
      ? (checksums as Record<string, string>)
      : undefined;
  } catch {
    return undefined;
  }
}

function checksumOf(path: string): string {
  return hash('sha256', readFileSync(path), 'base64');
}
