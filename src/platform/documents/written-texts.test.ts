import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { epubProblems } from '#tests/support/epub-structure.ts';
import { cleanHtml } from '../html/html-cleaner.ts';
import type { Book } from './book.ts';
import { markdownToHtml } from './read-text.ts';
import { writeEpub } from './write-epub.ts';
import { writeMarkdown } from './write-markdown.ts';

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

test('an author reads in a Markdown file what the chapter says, whatever stands side by side', async () => {
  for (const html of [
    '<p><em>One</em><em>Two</em> and <strong>three</strong><em>four</em></p>',
    '<p>The last line breaks<br></p>',
    '<p>Read this!<a href="https://a.example/">here</a> or <em>that</em>!<a href="https://b.example/">there</a></p>',
    '<p>I am at https://a.example/my_name?x=1&amp;y=2#top and www.b_c.example</p>',
  ]) {
    const stored = cleanHtml(html).html;
    let file = '';
    for await (const part of writeMarkdown(bookOf(html))) file += part;
    const body = file.slice(file.indexOf('# One') + 6);
    assert.equal(cleanHtml(markdownToHtml(body)).html, stored, body);
  }
});
