import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseDocument } from '../scripts/parse-document.ts';

const folder = fileURLToPath(new URL('../src/features/legal/content', import.meta.url));

/** A document whose only section is this text. */
const saying = (text: string) =>
  parseDocument(`---\ntitle: T\ndescription: D\nlead: L\n---\n\n## One {#one}\n\n${text}\n`);
const bodyOf = (text: string) => saying(text).sections[0]?.body;

test('links in legal documents lead to existing sections', () => {
  const documents = new Map(
    globSync('*.md', { cwd: folder }).map((file) => [
      file.replace('.md', ''),
      JSON.stringify(parseDocument(readFileSync(`${folder}/${file}`, 'utf8'))),
    ]),
  );
  assert.ok(documents.size >= 6);
  let seen = 0;
  for (const [name, text] of documents) {
    for (const [, page = '', anchor] of text.matchAll(/"href":"\/([a-z]+)#([a-z-]+)"/g)) {
      if (!documents.has(page)) continue;
      seen++;
      assert.ok(documents.get(page)?.includes(`"id":"${anchor}"`), `${name}: /${page}#${anchor}`);
    }
  }
  assert.ok(seen > 10, `${seen} links to parts`);
});

test('a document names values that are defined elsewhere', () => {
  assert.deepEqual(bodyOf('Up to {MAX_CHAPTER_CHARACTERS} characters.'), [
    { tag: 'p', children: ['Up to 100,000 characters.'] },
  ]);
  assert.deepEqual(bodyOf('Run by {operator-name}.'), [
    { tag: 'p', children: ['Run by ', { slot: 'operator-name' }, '.'] },
  ]);
});

test('a document supports variables and conditions', () => {
  assert.deepEqual(bodyOf('Removed\n: It is\n  gone.\n\nHidden\n: It is **not**.'), [
    {
      tag: 'dl',
      children: [
        { tag: 'dt', children: ['Removed'] },
        { tag: 'dd', children: ['It is gone.'] },
        { tag: 'dt', children: ['Hidden'] },
        { tag: 'dd', children: ['It is ', { tag: 'strong', children: ['not'] }, '.'] },
      ],
    },
  ]);
  assert.deepEqual(bodyOf('{if email}\n\nWrite.\n\n{else}\n\nCall.\n\n{end}'), [
    {
      when: 'email',
      passages: [{ tag: 'p', children: ['Write.'] }],
      otherwise: [{ tag: 'p', children: ['Call.'] }],
    },
  ]);
  assert.deepEqual(bodyOf('Go{keys}, or <kbd>Shift</kbd>{end}.'), [
    {
      tag: 'p',
      children: [
        'Go',
        {
          tag: 'span',
          attributes: { className: 'keyboard-hint' },
          children: [', or ', { tag: 'kbd', children: ['Shift'] }],
        },
        '.',
      ],
    },
  ]);
});

test('an error in a document stops the build', () => {
  for (const [text, problem] of [
    ['{MAX_CHAPTER_CHARCTERS}', /\{MAX_CHAPTER_CHARCTERS\} is no name/],
    ['{if emial}x{end}', /\{emial\} is no name/],
    ['{if email}x', /\{if\} without \{end\}/],
    ['x{end}', /\{end\} without a beginning/],
    ['[here](/no-such-page)', /no page has the address \/no-such-page/],
    ['[here](#two)', /no part has the anchor #two/],
    ['<script>alert(1)</script>', /no form of text/],
    ['![a picture](/help)', /no form of text/],
    ['## Two', /"Two" has no anchor/],
  ] as const)
    assert.throws(() => saying(text), problem, text);
  assert.throws(() => parseDocument('---\ntitle: T\n---\n'), /no description/);
});
