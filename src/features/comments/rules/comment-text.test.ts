import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commentBlocks, quoted, spansOf } from './comment-text.ts';

/** A line in short: emphasised words between underscores. */
const inShort = (line: string) =>
  spansOf(line)
    .map(({ text, isEmphasised }) => (isEmphasised ? `_${text}_` : text))
    .join('');

test('words between asterisks are emphasised, and lone asterisks stay', () => {
  assert.equal(inShort('I *loved* the *slow tide*.'), 'I _loved_ the _slow tide_.');
  for (const line of ['2 * 3 * 4', 'a*b*c', '**', '* item', '***', 'half*', '*half'])
    assert.equal(inShort(line), line);
});

test('a comment is paragraphs and quotations; markup and links are text', () => {
  const blocks = commentBlocks(
    '> She came *late*.\n> Very.\nYes.\nAnd then\n\n<b>no</b> https://example.org',
  );
  assert.deepEqual(
    blocks.map(({ kind, lines }) => [kind, lines.map((line) => line.map(({ text }) => text).join(''))]),
    [
      ['quote', ['She came late.', 'Very.']],
      ['text', ['Yes.', 'And then']],
      ['text', ['<b>no</b> https://example.org']],
    ],
  );
  assert.deepEqual(commentBlocks(''), []);
});

test('a reply begins with the words it answers, without what they quote', () => {
  assert.equal(quoted('> Old.\nNew\nlines.'), '> New\n> lines.\n\n');
  assert.equal(quoted('> Old.'), '');
  assert.equal(quoted(`${'a'.repeat(499)}🌊🌊`), `> ${'a'.repeat(499)}🌊\n\n`, 'whole characters');
});

test('a long line of asterisks takes no time', () => {
  const start = performance.now();
  spansOf('*a '.repeat(3333));
  spansOf('*'.repeat(10_000));
  assert.ok(performance.now() - start < 1000);
});
