import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  CONFORMANCE_DOCUMENTS,
  listedSentences,
  testedSentences,
  withTests,
} from '../../scripts/conformance.ts';

const documents = CONFORMANCE_DOCUMENTS.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const listed = documents.flatMap(({ text }) => listedSentences(text).map(({ sentence }) => sentence));
const tested = testedSentences();

test('every promised sentence is listed once and has a test', () => {
  assert.ok(listed.length > 400, `${listed.length} sentences`);
  assert.deepEqual(
    listed.filter((sentence, index) => listed.indexOf(sentence) !== index),
    [],
    'no sentence is listed twice',
  );
  assert.deepEqual(
    listed.filter((sentence) => !tested.has(sentence)),
    [],
    'every sentence has a test with its comment',
  );
});

test('every test that names a promise names a listed one', () => {
  assert.deepEqual(
    [...tested.keys()].filter((sentence) => !listed.includes(sentence)),
    [],
  );
});

for (const { file, text } of documents)
  test(`${file} names the tests of its sentences`, () => {
    assert.ok(listedSentences(text).length > 50, file);
    assert.equal(text, withTests(text, tested), `${file} is up to date: npm run conformance`);
  });

test('control: a sentence keeps its place in the list when its test is gone', () => {
  const document = '## Cellar\n\n- It has a door — [a.test.ts](../tests/a.test.ts)\n- It is dark\n';
  const held = new Map([['Interface, Cellar: It is dark', ['tests/b.test.ts']]]);
  const written = '## Cellar\n\n- It has a door — no test\n- It is dark — [b.test.ts](../tests/b.test.ts)\n';
  assert.equal(withTests(document, held), written);
  assert.equal(withTests(written, held), written);
});
