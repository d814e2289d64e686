import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));
/** Guides and records; Markdown below `src` is content of the site. */
const documents = files.filter((file) => file.endsWith('.md') && !file.startsWith('src/'));
const records = readdirSync(join(root, 'docs/decisions')).filter((file) => /^\d{4}-/.test(file));

/** The longest record in words: a reading time of about two minutes. */
const MAX_RECORD_WORDS = 400;

/** Files that a reader or the build creates, and patterns of names. */
const CREATED_FILES = [
  'src/features/stories/screens/long-reads-page.tsx',
  'long-reads-page.module.css',
  'db/migrations/0002-add-reading-lists.sql',
  'NNNN-verb-noun.sql',
  'verb-noun.ts',
  'book.json',
  'dist/checksums.json',
];

/** The anchor that code hosts give a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

test('every link of a document leads to a file and a heading that exist', () => {
  let links = 0;
  for (const document of documents) {
    for (const [, target = ''] of read(document).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?:|mailto:)/.test(target)) continue;
      links += 1;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? document : normalize(join(dirname(document), path));
      assert.ok(existsSync(join(root, file)), `${document} links to ${target}`);
      if (anchor === undefined) continue;
      const headings = [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
      assert.ok(headings.includes(anchor), `${document} links to ${target}`);
    }
  }
  assert.ok(links > 80, `${links} links`);
});

test('every decision that a document or a comment refers to exists', () => {
  const numbers = new Set(records.map((file) => file.slice(0, 4)));
  let references = 0;
  for (const file of files.filter((name) => /\.(md|tsx?|sql|css|ya?ml)$/.test(name))) {
    const text = read(file);
    const referencesFound = [
      ...text.matchAll(/\bdecisions?[ /](\d{4})\b/gi),
      ...text.matchAll(/\[(?:decision )?(\d{4})\]\(/g),
    ];
    for (const [, number = ''] of referencesFound) {
      references += 1;
      assert.ok(numbers.has(number), `${file} refers to decision ${number}`);
    }
  }
  assert.ok(references > 60, `${references} references`);
});

test('every decision record has a title, a status, a limited length and a line in the index', () => {
  const index = read('docs/decisions/README.md');
  for (const file of records) {
    const number = file.slice(0, 4);
    const text = read(`docs/decisions/${file}`);
    assert.match(text, new RegExp(`^# ${number}: \\S`), `${file}: title`);
    assert.match(text, /^Status: (Accepted|Superseded by|Amended by)/m, `${file}: status`);
    const wordCount = text.split(/\s+/).length;
    assert.ok(wordCount <= MAX_RECORD_WORDS, `${file}: ${wordCount} words`);
    assert.equal(index.split(`](${file})`).length, 2, `${file}: one line in the index`);
  }
  assert.ok(records.length > 20, `${records.length} records`);
});

test('every path that the guides name exists', () => {
  let named = 0;
  for (const document of ['docs/house.md', 'CONTRIBUTING.md', 'docs/security.md', 'docs/operations.md']) {
    const text = read(document);
    const paths = [
      ...text.matchAll(/(?<![\w@*./#-])([\w@*-][\w@*./-]*\.(?:tsx?|sql|css|md|json|ya?ml))\b/g),
      ...text.matchAll(/`((?:src|tests|docs|db|bench|scripts|platform)\/[\w/-]*\/)`/g),
    ]
      .map(([, path = '']) => path)
      .filter((path) => !CREATED_FILES.includes(path));
    for (const path of paths) {
      named += 1;
      // A path may omit the folders that the sentence is about, as in `stories/contract/stories.ts`.
      const pattern = path.endsWith('/') ? `${path}**` : path;
      const exists = files.some((file) => matchesGlob(file, pattern) || matchesGlob(file, `**/${pattern}`));
      assert.ok(exists, `${document} names ${path}`);
    }
  }
  assert.ok(named > 60, `${named} paths`);
});

test('every message that the runbook explains occurs in the code', () => {
  const source = files
    .filter((file) => /^(src|scripts)\/.*\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .map(read)
    .join('\n');
  const fragments = [...read('docs/runbook.md').matchAll(/^\| `([^`]+)`/gm)].flatMap(([, message = '']) =>
    // Numbers and names within a message are filled in at run time.
    message.split(/…|\b[NM]\b|[():;,]|\d+|PORT|req-/).filter((fragment) => fragment.trim().length >= 10),
  );
  assert.ok(fragments.length > 15, `${fragments.length} fragments`);
  for (const fragment of fragments)
    assert.ok(source.includes(fragment.trim()), `the site says “${fragment}”`);
});
