import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createBuilder } from 'vite';
import { CHECKSUMS_FILE, describeBuildDamage, writeChecksums } from '#app/build-checksums.ts';

/**
 * Builds the site unless the build is complete and newer than all its sources, so that a start costs a check
 * instead of a build.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const build = join(root, 'dist');
const stamp = join(build, CHECKSUMS_FILE);
const sources = [
  'src',
  'public',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'scripts/contract-for-browser.ts',
  'scripts/document-values.ts',
  'scripts/markdown-documents.ts',
  'scripts/parse-document.ts',
];

function newest(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const inside = readdirSync(path).map((name) => newest(join(path, name)));
  return Math.max(stats.mtimeMs, ...inside);
}

const isFresh =
  describeBuildDamage(build) === undefined &&
  sources.every((source) => newest(join(root, source)) < statSync(stamp).mtimeMs);

if (!isFresh) {
  process.env.NODE_ENV = 'production';
  const builder = await createBuilder({ root, logLevel: 'warn' });
  await builder.buildApp();
  await compressClient();
  writeChecksums(build);
}

/**
 * Writes the compressed form beside each file, once and with the highest effort, because it is read a million
 * times.
 */
async function compressClient(): Promise<void> {
  const folder = join(root, 'dist/client');
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(?!\.vite).*\.(?:js|css|svg)$/.test(name),
  );
  await Promise.all(
    texts.map(async (name) => {
      const content = readFileSync(join(folder, name));
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      writeFileSync(join(folder, `${name}.br`), await promisify(brotliCompress)(content, { params }));
      writeFileSync(join(folder, `${name}.gz`), await promisify(gzip)(content, { level: 9 }));
    }),
  );
}
