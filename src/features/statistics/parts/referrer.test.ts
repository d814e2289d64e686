import assert from 'node:assert/strict';
import { test } from 'node:test';
import { referrerKind } from './referrer.ts';

test('an address is classified by its host alone', () => {
  const kinds = {
    '': 'direct',
    'no address': 'direct',
    'http://stories.example/tag/sea': 'site',
    'http://stories.example:8080/': 'other',
    'https://www.google.co.uk/': 'search',
    'https://duckduckgo.com/?q=ferry': 'search',
    'https://old.reddit.com/r/books': 'social',
    'https://t.co/abc': 'social',
    'https://x.com/': 'social',
    'https://netflix.com/': 'other',
    'https://mygoogle.example/google.': 'other',
    'android-app://com.example.reader': 'other',
  };
  for (const [address, kind] of Object.entries(kinds)) {
    assert.equal(referrerKind(address, 'stories.example'), kind, address);
  }
});
