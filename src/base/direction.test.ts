import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isolated, isWrittenRightToLeft, startsRightToLeft } from './direction.ts';

test('a language is written from right to left by its script', () => {
  for (const language of ['ar', 'he', 'fa', 'ur', 'yi', 'az-Arab'])
    assert.ok(isWrittenRightToLeft(language), language);
  for (const language of ['en', 'az', 'zh-Hant', 'ar-Latn', null])
    assert.ok(!isWrittenRightToLeft(language), String(language));
});

test('a paragraph runs in the direction of its first letter', () => {
  assert.ok(startsRightToLeft('«12» رسائل'));
  assert.ok(startsRightToLeft('שלום Hello'));
  assert.ok(!startsRightToLeft('Hello שלום'));
  assert.ok(!startsRightToLeft('* * *'));
});

test('a name of another direction is isolated, with nothing in it that ends the isolation', () => {
  assert.equal(isolated('ada'), 'ada');
  assert.equal(isolated('أحمد'), '\u2068أحمد\u2069');
  assert.equal(isolated('أح\u2069\u202eمد'), '\u2068أحمد\u2069');
});
