import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { epubProblems } from '#tests/support/epub-structure.ts';
import { cleanHtml } from '../html/html-cleaner.ts';
import type { Book } from './book.ts';
import { writeEpub } from './write-epub.ts';

function bookOf(html: string): Book {
  return {
    identifier: 'urn:uuid:00000000-0000-5000-8000-000000000000',
    ...{ title: 'A book', author: 'ada', language: 'en', synopsis: '', tags: [], warnings: [] },
    modified: new Date('2026-11-21T10:00:00Z'),
    chapters: [
      { title: 'One', volume: null, noteBefore: '', noteAfter: '', html: async () => cleanHtml(html).html },
    ],
  };
}

test('a reader takes away a valid book, whatever the links of its text hold', async () => {
  for (const html of [
    '<p><a href="https://a.example/"><img src="https://b.example/cat.png" alt="A cat"></a></p>',
    '<p><a href="ftp://a.example/"><em><img src="https://b.example/cat.png"></em></a></p>',
    '<p><img src="https://b.example/cat.png" alt="A cat"> <a href="mailto:ada at example.org">write</a></p>',
  ])
    assert.deepEqual(await epubProblems(await buffer(writeEpub(bookOf(html)))), [], html);
});
