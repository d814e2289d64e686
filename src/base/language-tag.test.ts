import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalLanguageTag } from './language-tag.ts';

// Interface, Stories and chapters: language is a BCP 47 tag or null
test('a language tag gets its usual spelling', () => {
  const spellings: Record<string, string> = {
    en: 'en',
    'EN-gb': 'en-GB',
    'zh-hant-TW': 'zh-Hant-TW',
    'sr-LATN': 'sr-Latn',
    'de-1996': 'de-1996',
  };
  for (const [typed, canonical] of Object.entries(spellings))
    assert.equal(canonicalLanguageTag(typed), canonical);
});

// Interface, Stories and chapters: language is a BCP 47 tag or null
test('other texts are no language tags', () => {
  for (const text of ['', 'English', 'en_GB', 'en-', '-', 'e', 'en GB', '"><b>', 'en-GB-GB', 'x-mine'])
    assert.equal(canonicalLanguageTag(text), undefined, text);
});
