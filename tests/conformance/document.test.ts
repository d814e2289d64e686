import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { testedSentences, withSentences } from '../../scripts/conformance.ts';

const document = readFileSync('docs/conformance.md', 'utf8');

test('docs/conformance.md lists the tests of every sentence of the specification', () => {
  const sentences = testedSentences();
  assert.ok(sentences.length > 150, `${sentences.length} sentences`);
  const tested = new Set(sentences.map(({ text }) => text));
  const listed = [...document.matchAll(/^- (.+?) — \[/gm)].map(([, text = '']) => text);
  assert.deepEqual(
    listed.filter((text) => !tested.has(text)),
    [],
    'every sentence of docs/conformance.md has a test with its comment',
  );
  assert.equal(
    document,
    withSentences(document, sentences),
    'docs/conformance.md is up to date: npm run conformance',
  );
});

test('a Spec comment without a section is refused', () => {
  const sentence = { section: 2, part: 'Cellar', text: 'There is a cellar', files: ['tests/cellar.test.ts'] };
  assert.throws(() => withSentences(document, [sentence]), /There is a cellar/);
});
