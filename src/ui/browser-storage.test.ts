import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { storageEntries } from './browser-storage.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(root + file, 'utf8');
const boot = read('src/ui/boot.ts');

/** Reads the names in a list, or the values of an object, of boot.ts, which can't share code by import. */
function listIn(name: string): string[] {
  const list = new RegExp(`const ${name} = [\\[{]([^;]*)[\\]}];`).exec(boot)?.[1];
  assert.ok(list, `boot.ts has no list ${name}`);
  return [...list.matchAll(/'([^']+)'/g)].map((match) => match[1] ?? '').sort();
}

const localOnes = (...categories: string[]) =>
  Object.entries(storageEntries)
    .filter(([, { area, category }]) => area === 'local' && categories.includes(category))
    .map(([name]) => name)
    .sort();

test('Quick exit removes every entry but the session, settings of the device and encrypted drafts', () => {
  assert.match(boot, /\.\.\.Object\.values\(LIST_SETTINGS\)/);
  const preserved = [...listIn('PRESERVED'), ...listIn('LIST_SETTINGS')].sort();
  assert.deepEqual(preserved, localOnes('account', 'device'));
  // Without their key, the records of kept stories are noise, which goes too.
  assert.match(boot, /indexedDB\.deleteDatabase\('kept'\)/);
  assert.match(read('src/ui/device-records.ts'), /const NAME = 'kept';/);
  assert.match(boot, /const ENCRYPTED_DRAFT = 'writing:';/);
  assert.deepEqual(localOnes('draft'), ['writing:']);
  assert.deepEqual(localOnes('trace'), [
    'hasNews',
    'historyName',
    'keptKey',
    'maintenance',
    'notice',
    'openedChapters',
    'readingPlaces',
    'wordGoal',
  ]);
});

test('every stored entry is declared with its category', () => {
  const allowed = [
    'src/ui/browser-storage.ts',
    'src/ui/device-records.ts',
    'src/ui/boot.ts',
    'src/app/service-worker.ts',
  ];
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts') && !allowed.includes(file),
  );
  assert.ok(files.length > 300);
  // Contracts and texts may name them; code may not use them.
  const reaching = /\b(?:localStorage|sessionStorage)\b\s*[.[;)]|\bindexedDB\b|\bcaches\s*\.|\bcookieStore\b/;
  for (const file of files) assert.doesNotMatch(read(file), reaching, file);
  const ownCookies = [
    'src/ui/discreet.ts',
    'src/ui/device-cookie.ts',
    'src/app/browser-routes.ts',
    'src/ui/hidden-cookie-text.ts',
  ];
  for (const file of files.filter((name) => !ownCookies.includes(name)))
    assert.doesNotMatch(read(file), /document\.cookie/, file);
});
