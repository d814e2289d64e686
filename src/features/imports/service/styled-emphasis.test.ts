import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importedParagraphs } from '#tests/support/imported-paragraphs.ts';
import { epubOf } from '#tests/support/zip-of.ts';

const css = `/* .c0{font-style:italic} */ @import url(x.css); p.c1, span.c1 { font-style: Italic !important }
  @media screen { .c2{font-weight:700} } .c3{text-align:center}.c4{font-style:normal} p { font-style: italic }`;
const text = [
  '<p class="c0">Plain <span class="x c1">leaning<br/>lines</span> and <span class="c2">heavy</span>.</p>',
  '<p class="c1">All <em>leaning</em>, <span class="c4">but this</span>.</p>',
  '<p class="c3">In the middle</p><p>By <span style="font-style:italic">its own</span> style</p>',
  '<blockquote class="c1"><p>Quoted</p></blockquote>',
].join('');
const kept = [
  '<p>Plain <em>leaning</em><br><em>lines</em> and <strong>heavy</strong>.</p>',
  '<p><em>All </em><em>leaning</em><em>, </em>but this<em>.</em></p>',
  '<p class="align-center">In the middle</p>',
  '<p>By <em>its own</em> style</p>',
  '<blockquote><p>Quoted</p></blockquote>',
];

test('emphasis by a style of a web page is kept', async () => {
  const page = `<html><head><style>${css}</style></head><body><h1 class="c1">One</h1>${text}</body></html>`;
  assert.deepEqual(await importedParagraphs('docs.html', page), kept);
});

test('emphasis by a stylesheet of an EPUB is kept', async () => {
  const page = `<html><head><title/><link rel="stylesheet" href="css/book.css"/></head><body><h1>One</h1>${text}</body></html>`;
  const book = await epubOf([''], { 'OPS/text 0.xhtml': page, 'OPS/css/book.css': css });
  assert.deepEqual(await importedParagraphs('docs.epub', book), kept);
});
