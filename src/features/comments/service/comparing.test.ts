import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fingerprintOf, hasFilteredWord, hasLink } from './comparing.ts';

test('a filtered word is found as a whole word, whatever its capitals, accents and invisible characters', () => {
  const table: [content: string, word: string, isFound: boolean][] = [
    ['What a Scoundrel!', 'scoundrel', true],
    ['SCÓUNDREL', 'scoundrel', true],
    ['scoundrel', 'Scöundrel', true],
    ['scound\u200brel', 'scoundrel', true],
    ['s\u00adcoundrel', 'scoundrel', true],
    ['sc\u043eundrel', 'scoundrel', true],
    ['ｓｃｏｕｎｄｒｅｌ', 'scoundrel', true],
    ['scoundrels', 'scoundrel', false],
    ['Scunthorpe', 'thorp', false],
    ['You old… scoundrel', 'old scoundrel', true],
    ['an old and tired scoundrel', 'old scoundrel', false],
    ['彼は悪党だった', '悪党', true],
    ['She said :-( again', ':-(', true],
    ['She said nothing', ':-(', false],
  ];
  for (const [content, word, isFound] of table)
    assert.equal(hasFilteredWord(content, ['other', word]), isFound, `${content}: ${word}`);
  assert.equal(hasFilteredWord('anything', []), false);
});

test('an address is a link, with and without a scheme; the end of a sentence is none', () => {
  for (const text of [
    'http://a.test',
    'HTTPS://A.TEST',
    'www.a.test',
    'at example.com',
    'my-shop.shop/x',
    'ｈttps://a',
  ])
    assert.ok(hasLink(text), text);
  for (const text of ['She left.Then he came.', 'e.g. this', 'Wow...', '3.14', 'the committee.'])
    assert.ok(!hasLink(text), text);
});

test('texts that differ in numbers, signs, accents and capitals have one fingerprint; short ones have none', () => {
  const one = fingerprintOf('Visit the old mill by the river, offer 12!');
  assert.deepEqual(fingerprintOf('VISIT the óld mill — by the river: offer 7'), one);
  assert.notDeepEqual(fingerprintOf('Visit the new mill by the river, offer 12!'), one);
  assert.equal(fingerprintOf('I ♥ 123').value, null);
});
