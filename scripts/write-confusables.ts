import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes src/base/confusables.ts from Unicode's table of confusable characters, reduced to those that
 * resemble ASCII letters and digits, because usernames contain nothing else. `node
 * scripts/write-confusables.ts confusables.txt`, with the file from
 * https://www.unicode.org/Public/security/latest/confusables.txt
 */

const [source = ''] = process.argv.slice(2);
const text = readFileSync(source, 'utf8');
const version = /^# Version: (\S+)$/m.exec(text)?.[1];
if (version === undefined) throw new Error(`${source} does not say which version of Unicode it is from`);

const lookAlikes = new Map<string, string[]>();
for (const line of text.split('\n')) {
  const [from = '', to = ''] = line.replace(/#.*/, '').split(';').slice(0, 2).map(charactersOf);
  if (from === '' || !/^[A-Za-z0-9_-]+$/.test(to)) continue;
  lookAlikes.set(to, [...(lookAlikes.get(to) ?? []), from]);
}

function charactersOf(points: string): string {
  const codes = points.trim().split(/\s+/).filter(Boolean);
  return String.fromCodePoint(...codes.map((code) => Number.parseInt(code, 16)));
}

/** The characters are written as numbers: half of them are in no font, and the others mislead a reader. */
const rows = [...lookAlikes]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([to, from]) => [to, ...from.map((one) => one.codePointAt(0)?.toString(16)).sort()].join(' '));

writeFileSync(
  join(import.meta.dirname, '../src/base/confusables.ts'),
  `// Written by scripts/write-confusables.ts from Unicode ${version}, security/confusables.txt (UTS 39).
// Copyright Unicode, Inc.; used under the Unicode License, https://www.unicode.org/license.txt

/** Lines of letters or digits, and the numbers of the characters that look like them. */
export const ASCII_LOOK_ALIKES = [
${rows.map((row) => `  '${row}',`).join('\n')}
];
`,
);
