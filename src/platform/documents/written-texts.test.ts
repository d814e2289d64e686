import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { epubProblems } from '#tests/support/epub-structure.ts';
import { cleanHtml } from '../html/html-cleaner.ts';
import type { Book } from './book.ts';
import { readDocx } from './read-docx.ts';
import { markdownToHtml } from './read-text.ts';
import { unzip } from './unzip.ts';
import { writeDocx } from './write-docx.ts';
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

test('a Word document of an Arabic story has its paragraphs from right to left, on the sides that the author chose', async () => {
  const html =
    '<p>كانت <strong>تجلس</strong> هنا.</p><p class="align-left">على اليسار</p><p class="align-right">On the right</p>';
  const files = await unzip(await buffer(writeDocx({ ...bookOf(html), title: 'رسائل', language: 'ar' })), {
    entries: 20,
    bytes: 2 ** 20,
  });
  const document = files.find(({ path }) => path === 'word/document.xml')?.bytes.toString('utf8') ?? '';
  const propertiesOf = (words: string) => {
    const before = document.slice(0, document.indexOf(words));
    return /<w:pPr>(.*?)<\/w:pPr>/.exec(before.slice(before.lastIndexOf('<w:p>')))?.[1];
  };
  assert.equal(propertiesOf('رسائل'), '<w:pStyle w:val="Title"/><w:bidi/>');
  assert.equal(propertiesOf('كانت'), '<w:bidi/>');
  assert.equal(propertiesOf('على'), '<w:bidi/><w:jc w:val="right"/>');
  assert.equal(propertiesOf('On the right'), '<w:jc w:val="right"/>');
  assert.ok(document.includes('<w:rPr><w:b/><w:bCs/><w:rtl/></w:rPr><w:t xml:space="preserve">تجلس'));
  const { content } = await readDocx(files);
  const read = JSON.stringify(content);
  assert.match(read, /<strong>تجلس/);
  assert.match(read, /align-right[^>]*>On the right/);
  assert.doesNotMatch(read, /align-right[^>]*>على/);
});
