import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { api } from '#app/api.ts';
import { mayWrite } from '#base/contract.ts';
import { furtherPaths } from '#further-paths.ts';
import { staffPaths } from '#staff-urls.ts';
import { paths } from '#urls.ts';

/** Checks the rules of docs/house.md that a machine can check. */
const root = fileURLToPath(new URL('..', import.meta.url));

const sources = globSync('src/**/*.{ts,tsx,css}', { cwd: root }).sort();
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const isTest = (file: string) => file.endsWith('.test.ts');

type Wall = 'app' | 'features' | 'ui' | 'platform' | 'base';

/** The layers that each layer may import; the tables of addresses are open to all. */
const ADDRESSES = ['src/urls.ts', 'src/further-paths.ts', 'src/staff-urls.ts'];
const mayImport: Record<Wall, Wall[]> = {
  app: ['app', 'features', 'ui', 'platform', 'base'],
  features: ['features', 'ui', 'platform', 'base'],
  ui: ['ui', 'base'],
  platform: ['platform', 'base'],
  base: ['base'],
};

interface Import {
  from: string;
  to: string;
  kind: 'value' | 'type' | 'lazy';
}

/** Every import of one source file by another, as paths from the root. */
const importsOf = (files: string[]): Import[] =>
  files.flatMap((from) => {
    const statements = read(from).matchAll(
      /^\s*(import|export)( type)?\s[^;]*?from '([#.][^']+)'|^import '([#.][^']+)'|\bimport\('([#.][^']+)'\)/gm,
    );
    return [...statements].map((match) => {
      // A query behind the name tells Vite how to import the file.
      const specifier = (match[3] ?? match[4] ?? match[5] ?? '').replace(/\?.*$/, '');
      const to = specifier.startsWith('#tests/')
        ? specifier.slice(1)
        : specifier.startsWith('#')
          ? `src/${specifier.slice(1)}`
          : relative(root, join(root, dirname(from), specifier));
      return { from, to, kind: match[5] !== undefined ? 'lazy' : match[2] !== undefined ? 'type' : 'value' };
    });
  });

const imports = importsOf(sources.filter((file) => !file.endsWith('.css')));
interface ManifestEntry {
  file: string;
  imports?: string[];
}

const wallOf = (file: string) => file.split('/')[1] as Wall;
const featureOf = (file: string) => (wallOf(file) === 'features' ? file.split('/')[2] : undefined);
const roomOf = (file: string) =>
  file
    .split('/')[3]
    ?.replace(/\.test\.ts$/, '')
    .replace(/\.tsx?$/, '') ?? '';

test('the check reads all sources', () => {
  assert.ok(sources.length > 150, `${sources.length} files`);
  assert.ok(imports.length > 400, `${imports.length} imports`);
  for (const { from, to } of imports) assert.ok(existsSync(join(root, to)), `${from} imports ${to}`);
});

test('features have only the known folders', () => {
  const rooms = [
    'contract',
    'rules',
    'store',
    'service',
    'api',
    'jobs',
    'mail',
    'screens',
    'components',
    'parts',
    'content',
  ];
  for (const file of sources.filter(featureOf)) assert.ok(rooms.includes(roomOf(file)), file);
  for (const file of sources.filter((source) => roomOf(source) === 'screens'))
    assert.match(
      file,
      /screens\/(?:(?:staff\/)?[a-z-]+-page(?:\.test\.ts|\.tsx|\.module\.css)|loaders(?:\.test)?\.ts)$/,
    );
});

test('content holds texts and no code', () => {
  const files = globSync('src/features/*/content/*', { cwd: root });
  assert.ok(files.length >= 6, `${files.length} texts`);
  for (const file of files) assert.match(file, /\/content\/[a-z-]+\.md$/);
});

test('a part of a feature is a file or a folder, never both', () => {
  for (const file of sources.filter((source) => featureOf(source) !== undefined && /\.tsx?$/.test(source))) {
    const folder = file.replace(/(?:\.test)?\.tsx?$/, '');
    assert.ok(!existsSync(join(root, folder)), `${file} belongs into ${folder}/`);
  }
});

test('parts contains only what other features or the app import', () => {
  const parts = sources.filter((file) => roomOf(file) === 'parts' && /\.tsx?$/.test(file) && !isTest(file));
  assert.ok(parts.length > 20, `${parts.length} parts`);
  for (const file of parts) {
    const importers = imports.filter(({ from, to }) => to === file && !isTest(from));
    assert.ok(
      importers.some(({ from }) => featureOf(from) !== featureOf(file)),
      `${file} is the feature's own: components/`,
    );
  }
});

test('imports follow the layers: app, features, ui or platform, base', () => {
  for (const { from, to } of imports) {
    if (ADDRESSES.includes(to) || from === 'src/main.ts') continue;
    if (to.startsWith('tests/')) assert.ok(isTest(from), `${from} imports ${to}`);
    else if (!isTest(from)) assert.ok(mayImport[wallOf(from)]?.includes(wallOf(to)), `${from} imports ${to}`);
  }
});

test('features import only the public folders of other features', () => {
  const doors = ['contract', 'rules', 'service', 'parts'];
  for (const { from, to } of imports) {
    const [own, other] = [featureOf(from), featureOf(to)];
    if (own === undefined || other === undefined || own === other || isTest(from)) continue;
    assert.ok(
      doors.includes(roomOf(to)) || (roomOf(from) === 'jobs' && roomOf(to) === 'jobs'),
      `${from} imports ${to}`,
    );
  }
});

test('browser code imports no server code', () => {
  const browserRooms = ['screens', 'components', 'parts', 'rules', 'contract'];
  for (const { from, to } of imports) {
    const isBrowser =
      wallOf(from) === 'ui' || (featureOf(from) !== undefined && browserRooms.includes(roomOf(from)));
    if (!isBrowser || isTest(from)) continue;
    assert.notEqual(wallOf(to), 'platform', `${from} imports ${to}`);
    assert.ok(!['store', 'service', 'api', 'jobs'].includes(roomOf(to)), `${from} imports ${to}`);
  }
});

test('features have no circular dependencies', () => {
  const edges = new Map<string, Set<string>>();
  for (const { from, to, kind } of imports) {
    if (isTest(from) || kind === 'type' || featureOf(from) === undefined || featureOf(to) === undefined)
      continue;
    // A page may show anything; only circles among the server's folders do harm.
    if (['screens', 'components', 'parts'].includes(roomOf(from))) continue;
    if (featureOf(from) !== featureOf(to)) {
      edges.set(
        featureOf(from) ?? '',
        (edges.get(featureOf(from) ?? '') ?? new Set()).add(featureOf(to) ?? ''),
      );
    }
  }
  const visit = (feature: string, path: string[]): void => {
    assert.ok(!path.includes(feature), [...path, feature].join(' → '));
    for (const next of edges.get(feature) ?? []) visit(next, [...path, feature]);
  };
  for (const feature of edges.keys()) visit(feature, []);
});

test('files have no circular imports, not even of types or lazily', () => {
  const all = [...imports, ...importsOf(globSync('{scripts,bench}/**/*.{ts,tsx}', { cwd: root }).sort())];
  const targets = Map.groupBy(all, ({ from }) => from);
  const isCleared = new Set<string>();
  const visit = (file: string, path: string[]): void => {
    if (isCleared.has(file)) return;
    const start = path.indexOf(file);
    assert.equal(start, -1, [...path.slice(start), file].join(' → '));
    for (const { to } of targets.get(file) ?? []) visit(to, [...path, file]);
    isCleared.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  assert.ok(isCleared.size > 500, `${isCleared.size} files`);
});

test('only ui imports dialogs, menus and popovers', () => {
  const importers = sources.filter((file) =>
    /from '@base-ui\/react\/(?!toolbar')/.test(file.endsWith('.css') ? '' : read(file)),
  );
  assert.ok(importers.length >= 4, importers.join(', '));
  for (const file of importers) assert.equal(wallOf(file), 'ui', file);
});

test('every platform file imports server-only.ts', () => {
  const files = sources.filter(
    (file) => wallOf(file) === 'platform' && !isTest(file) && !file.endsWith('server-only.ts'),
  );
  assert.ok(files.length > 20);
  for (const file of files)
    assert.match(read(file).split('\n')[0] ?? '', /^import '(\.\.?\/)+server-only\.ts';$/, file);
  const built = globSync('dist/client/assets/*.js', { cwd: root });
  assert.ok(built.length > 10, 'the site must be built');
  for (const file of built) assert.ok(!read(file).includes('nightstand:server-only'), file);
});

test('browser bundles contain no schemas', () => {
  for (const file of globSync('dist/client/assets/*.js', { cwd: root }))
    assert.ok(!read(file).includes('ZodError'), file);
});

test('the main bundle names no staff page', () => {
  const manifest = JSON.parse(read('dist/client/.vite/manifest.json')) as Record<string, ManifestEntry>;
  const start = 'src/app/entry-client.tsx';
  const everyone = new Set<string>();
  const visit = (key: string): void => {
    if (everyone.has(key)) return;
    everyone.add(key);
    for (const next of manifest[key]?.imports ?? []) visit(next);
  };
  visit(start);
  const staffPages = sources.filter((file) => /screens\/staff\/[a-z-]+-page\.tsx$/.test(file));
  assert.ok(staffPages.length > 0);
  const names = staffPages.map((file) => file.replace(/^.*\/|\.tsx$/g, ''));
  // As a whole string: the folder of the public appeal page has the same name.
  const addresses = Object.values(staffPaths).map((path) => new RegExp(`["'\`]${path}["'\`]`));
  for (const key of everyone) {
    const script = read(`dist/client/${manifest[key]?.file}`);
    for (const name of names) assert.ok(!script.includes(name), `${key} names ${name}`);
    for (const address of addresses) assert.doesNotMatch(script, address, key);
  }
  const scripts = globSync('dist/client/assets/*.js', { cwd: root }).map(read);
  for (const address of addresses)
    assert.ok(
      scripts.some((script) => address.test(script)),
      `${address}`,
    );
});

test('every call declares access, rate limit and summary', () => {
  assert.ok(api.length >= 13);
  const names = api.map(({ call }) => call.name);
  assert.equal(new Set(names).size, names.length);
  for (const { call } of api) {
    assert.ok(
      ['anyone', 'optional-auth', 'signed-in', 'moderator', 'admin'].includes(call.access),
      call.name,
    );
    assert.ok(['read', 'write', 'vote'].includes(call.rateLimit), call.name);
    assert.ok(call.summary.endsWith('.'), call.name);
    if (call.path.startsWith('/moderation')) assert.notEqual(call.access, 'anyone', call.name);
  }
});

test('a call that writes counts as a write or a vote, and so has no HEAD route', () => {
  const limitedAsReads = api.flatMap(({ call }) =>
    mayWrite(call) && call.rateLimit === 'read' ? [call.name] : [],
  );
  // Both take a text that is too long for an address, and store nothing.
  assert.deepEqual(limitedAsReads.toSorted(), ['findHidden', 'previewText']);
  const votes = api.flatMap(({ call }) => (call.rateLimit === 'vote' ? [call.name] : []));
  assert.deepEqual(votes.toSorted(), ['castVote', 'thankForComment', 'unthankForComment']);
});

test('each table is written by one feature', () => {
  const writers = new Map<string, Set<string>>();
  for (const file of sources.filter((source) => featureOf(source) !== undefined && !isTest(source))) {
    const written = read(file).matchAll(
      /(?:insertInto|updateTable|deleteFrom)\('(\w+)'\)|\b(?:insert into|update|delete from) (\w+)\b(?= set| \(| where)/g,
    );
    for (const match of written) {
      const table = match[1] ?? match[2] ?? '';
      writers.set(table, (writers.get(table) ?? new Set()).add(featureOf(file) ?? ''));
    }
  }
  assert.ok(writers.size >= 6, [...writers.keys()].join(', '));
  for (const [table, features] of writers)
    assert.equal(features.size, 1, `${table}: ${[...features].join(', ')}`);
});

test('the SQL of a feature is in its store', () => {
  for (const file of sources.filter(
    (source) => featureOf(source) !== undefined && !isTest(source) && roomOf(source) !== 'store',
  )) {
    assert.ok(!/from 'kysely'|\b(?:selectFrom|insertInto|updateTable|deleteFrom)\(/.test(read(file)), file);
  }
});

test('a component uses every class of its stylesheet, and no other', () => {
  const importers = new Map<string, { name: string; text: string; file: string }[]>();
  for (const file of sources.filter((source) => source.endsWith('.tsx'))) {
    const text = read(file);
    for (const [, name = '', to = ''] of text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)) {
      const sheet = to.startsWith('#') ? `src/${to.slice(1)}` : join(dirname(file), to);
      importers.set(sheet, [...(importers.get(sheet) ?? []), { name, text, file }]);
    }
  }
  const sheets = sources.filter((file) => file.endsWith('.module.css'));
  assert.ok(sheets.length > 80, `${sheets.length} stylesheets`);
  for (const sheet of sheets) {
    const rules = read(sheet).replaceAll(/\/\*.*?\*\/|:global\([^)]*\)|@import[^;]*;/gs, '');
    const classes = new Set([...rules.matchAll(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g)].map((match) => match[1]));
    const used = new Set<string>();
    let isChosen = false;
    for (const { name, text, file } of importers.get(sheet) ?? []) {
      isChosen ||= text.includes(`${name}[`);
      for (const [, className = ''] of text.matchAll(new RegExp(`\\b${name}\\.(?!module\\b)(\\w+)`, 'g'))) {
        assert.ok(classes.has(className), `${file}: ${sheet} has no .${className}`);
        used.add(className);
      }
    }
    // A computed class name can't be followed.
    if (!isChosen)
      for (const className of classes)
        assert.ok(used.has(className ?? ''), `nothing uses .${className} of ${sheet}`);
  }
});

test('style sheets have different names, which keep their classes apart in the built site', () => {
  const names = sources.filter((file) => file.endsWith('.module.css')).map((file) => basename(file));
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  );
});

test('colours are only in tokens.css, and markup has no inline styles', () => {
  for (const file of sources.filter((source) => source !== 'src/ui/tokens.css' && !isTest(source))) {
    if (file.endsWith('.css'))
      assert.ok(!/#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\(/i.test(read(file)), file);
    if (file.endsWith('.tsx')) assert.ok(!/\sstyle=/.test(read(file)), file);
  }
});

test('files have a limited length', () => {
  const ceiling = (file: string) => (isTest(file) ? 500 : 300);
  const generated = ['src/platform/database/tables.ts'];
  for (const file of sources.filter((source) => !generated.includes(source)))
    assert.ok(read(file).split('\n').length <= ceiling(file) + 1, file);
});

test('files have specific names and no leftovers', () => {
  for (const file of sources) {
    assert.ok(!/\/index\.tsx?$|(?:^|[/-])(?:utils?|helpers?|misc|common|manager)\.tsx?$/.test(file), file);
    assert.match(file.split('/').at(-1) ?? '', /^[a-z0-9-]+(?:\.module|\.test|\.d)?\.(?:ts|tsx|css)$/, file);
    if (!isTest(file))
      assert.ok(!/\bconsole\.|\bdebugger\b|@ts-(?:ignore|nocheck)|\bTODO\b|\bFIXME\b/.test(read(file)), file);
  }
});

test('every address has one screen', () => {
  const inTables = [
    {
      table: read('src/app/reading-pages.ts') + read('src/app/further-pages.ts'),
      addresses: paths,
      prefix: 'paths',
    },
    { table: read('src/app/further-pages.ts'), addresses: furtherPaths, prefix: 'furtherPaths' },
    { table: read('src/app/staff-pages.ts'), addresses: staffPaths, prefix: 'staffPaths' },
  ].flatMap(({ table, addresses, prefix }) =>
    Object.keys(addresses).map((name) => {
      assert.equal(table.split(new RegExp(`\\b${prefix}\\.${name},`)).length, 2, name);
      return name;
    }),
  );
  assert.ok(inTables.length >= 14);
  const screens = sources.filter((file) => file.endsWith('-page.tsx') && roomOf(file) === 'screens');
  assert.equal(screens.length, inTables.length);
});

test('a migration that has landed is never edited', () => {
  const files = globSync('db/migrations/*.sql', { cwd: root });
  assert.ok(files.length >= 1);
  for (const file of files) assert.match(file, /^db\/migrations\/\d{4}-[a-z]+(?:-[a-z]+)+\.sql$/);
  const comparison = ['--merge-base', 'origin/main', '--', 'db/migrations'];
  // A shallow or exported copy has no branch to compare with.
  const edited = git(['diff', '--name-only', '--no-renames', '--diff-filter=a', ...comparison]) ?? '';
  assert.equal(edited, '', 'landed migrations stay as they are; a change is a new one');
});

function git(args: string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
