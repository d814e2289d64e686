import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { parseHTML } from 'linkedom';
import { noteHtml, noteText } from './note-text.ts';

const createHTMLDocument = () => parseHTML('<!doctype html><html><body></body></html>').document;
Object.assign(globalThis, { document: { implementation: { createHTMLDocument } } });
// Modules that another test of this process imports would take it for a browser.
after(() => Reflect.deleteProperty(globalThis, 'document'));

const pairs: [html: string, typed: string][] = [
  ['<p>Thank you, Ben.</p><p>Read on.</p>', 'Thank you, Ben.\n\nRead on.'],
  ['<p>One line<br>and another.</p>', 'One line\nand another.'],
  ['<p>It is <em>so</em> late, <strong>very late</strong>.</p>', 'It is *so* late, **very late**.'],
  [
    '<p>As in <a href="/story/the-ferry?a=1&amp;b=2">The <em>Ferry</em></a>, or <a href="https://example.org/">there</a>.</p>',
    'As in [The *Ferry*](/story/the-ferry?a=1&b=2), or [there](https://example.org/).',
  ],
  ['<p>2 * 3 * 4 &lt; 30 &amp; “so”</p>', '2 * 3 * 4 < 30 & “so”'],
];

test('a note is typed with light markup, and read back as it was', () => {
  for (const [html, typed] of pairs) {
    assert.equal(noteText(html), typed);
    assert.equal(noteHtml(typed, ''), html);
  }
});

test('marks that cannot be typed are left out, and the words stay', () => {
  const texts: [html: string, typed: string][] = [
    ['<p>un<em>believ</em>able</p>', 'unbelievable'],
    ['<p><strong>all <em>of</em> it</strong></p>', 'all *of* it'],
    ['<p><em><a href="/tags">tags</a></em></p>', '[tags](/tags)'],
    ['<p><em>one<br>two</em></p>', 'one\ntwo'],
    ['<p><a href="mailto:ben@example.org">Ben</a></p>', 'Ben'],
    ['<p><a href="/a(b)">x</a> and <em> y </em>.</p>', '[x](/a%28b%29) and  *y* .'],
    ['<p>Look: <img src="/a.png" alt="a lamp"></p>', 'Look: [a lamp]'],
  ];
  for (const [html, typed] of texts) assert.equal(noteText(html), typed);
});

test('a note that was not changed keeps what the field cannot show', () => {
  const stored = '<h2>Hello</h2><ul><li>un<em>believ</em>able</li></ul>';
  assert.equal(noteHtml(noteText(stored), stored), stored);
  assert.equal(noteHtml(`${noteText(stored)}!`, stored), '<p>Hello</p><p>unbelievable!</p>');
});

test('typed markup is text, and a link leads only to pages', () => {
  assert.equal(noteHtml('<b onclick=x>no</b>', ''), '<p>&lt;b onclick=x&gt;no&lt;/b&gt;</p>');
  for (const href of ['javascript:alert`1`', '//evil.example', 'data:text/html,x', '/\\evil.example'])
    assert.equal(noteHtml(`[x](${href})`, '').includes('<a'), false, href);
  assert.equal(
    noteHtml('[a*b](https://example.org/*x*/"y")', ''),
    '<p><a href="https://example.org/*x*/&quot;y&quot;">a*b</a></p>',
  );
});
