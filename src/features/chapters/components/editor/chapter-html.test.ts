import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getSchema } from '@tiptap/core';
import { cleanHtml } from '#platform/html/html-cleaner.ts';
import { ALIGNMENTS } from './alignments.ts';
import { chapterHtml, type TextNode } from './chapter-html.ts';
import { chapterExtensions } from './extensions.ts';

const schema = getSchema(chapterExtensions());

/** The HTML of a text; fails if the editor could not hold that text. */
function htmlOf(content: TextNode[]): string {
  const doc = schema.nodeFromJSON({ type: 'doc', content });
  doc.check();
  return chapterHtml(doc.toJSON() as TextNode);
}

const text = (words: string, ...marks: (string | [string, string])[]): TextNode => ({
  type: 'text',
  text: words,
  ...(marks.length === 0
    ? {}
    : {
        marks: marks.map((mark) =>
          typeof mark === 'string' ? { type: mark } : { type: mark[0], attrs: { href: mark[1] } },
        ),
      }),
});
const paragraph = (...content: TextNode[]): TextNode => ({ type: 'paragraph', content });
const item = (...content: TextNode[]): TextNode => ({ type: 'listItem', content });

test('the editor’s HTML equals the stored HTML', () => {
  const html = htmlOf([
    { type: 'heading', attrs: { level: 2, align: 'center' }, content: [text('One & <only>')] },
    paragraph(text('A '), text('bold', 'bold'), text(' and ', 'bold', 'italic'), text('slanted', 'italic')),
    paragraph(
      text('a'),
      { type: 'hardBreak' },
      text('b', ['link', 'https://example.org/?a=1&b="c"']),
      text('!'),
    ),
    paragraph(text('read '), text('this', ['link', '/tags'], 'bold'), text(' now', ['link', '/tags'])),
    { type: 'horizontalRule' },
    {
      type: 'bulletList',
      content: [item(paragraph(text('one'))), item(paragraph(text('two')), paragraph())],
    },
    {
      type: 'orderedList',
      content: [
        item(paragraph(text('first')), { type: 'bulletList', content: [item(paragraph(text('in')))] }),
      ],
    },
    { type: 'blockquote', content: [paragraph(text('“Said,” he said.'))] },
    { type: 'codeBlock', content: [text('  <two>  spaces\n& "a" line')] },
    { type: 'paragraph', attrs: { align: 'justify' }, content: [text('x')] },
    paragraph({
      type: 'image',
      attrs: { src: 'https://a.example/b.png?x="1"&y', alt: 'A "cat" & `dog` < bird' },
    }),
    paragraph(text('code', 'italic', 'code')),
  ]);
  assert.equal(
    html,
    [
      '<h2 class="align-center">One &amp; &lt;only></h2>',
      '<p>A <strong>bold<em> and </em></strong><em>slanted</em></p>',
      '<p>a<br><a href="https://example.org/?a=1&amp;b=%22c%22" rel="nofollow ugc noopener noreferrer">b</a>!</p>',
      '<p>read <a href="/tags" rel="nofollow ugc noopener noreferrer"><strong>this</strong> now</a></p>',
      '<hr>',
      '<ul><li><p>one</p></li><li><p>two</p><p></p></li></ul>',
      '<ol><li><p>first</p><ul><li><p>in</p></li></ul></li></ol>',
      '<blockquote><p>“Said,” he said.</p></blockquote>',
      '<pre><code>  &lt;two>  spaces\n&amp; "a" line</code></pre>',
      '<p class="align-justify">x</p>',
      '<p><img src="https://a.example/b.png?x=%221%22&amp;y" alt="A &quot;cat&quot; &amp; &#x60;dog&#x60; < bird" loading="lazy" referrerpolicy="no-referrer"></p>',
      '<p><em><code>code</code></em></p>',
    ].join('\n'),
  );
  assert.equal(cleanHtml(html).html, html);
});

test('invisible parts are left out: empty headings, lines at both ends, space around a line', () => {
  const html = htmlOf([
    paragraph(),
    paragraph(text('  ')),
    { type: 'heading', attrs: { level: 3 } },
    paragraph(text(' '), text('x ', 'bold'), text('  ')),
    paragraph(),
    { type: 'bulletList', content: [item({ type: 'heading', attrs: { level: 2 } })] },
    paragraph(text('y\u0000\ud800')),
    paragraph(),
  ]);
  assert.equal(html, '<p><strong>x </strong></p>\n<p></p>\n<p>y\ufffd</p>');
  assert.equal(cleanHtml(html).html, html);
});

/** A seeded random number generator, so that failures can be reproduced. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('the server’s cleaner changes nothing in random documents of the editor', () => {
  const words = [
    'a',
    ' ',
    '  ',
    '\u00a0',
    '&',
    '<b>',
    '&amp;',
    '“so”',
    "'x'",
    '"y"',
    '`',
    '>',
    '\t',
    '汉字',
    '😀',
    '-->',
    ']]>',
  ];
  const markSets: (string | [string, string])[][] = [
    [],
    ['bold'],
    ['italic'],
    ['bold', 'italic'],
    ['code'],
    ['code', 'bold'],
    [['link', 'mailto:a@b.example']],
    [['link', 'https://b.example/'], 'italic'],
  ];
  for (let seed = 1; seed <= 400; seed++) {
    const next = numbers(seed);
    const pick = <One>(from: readonly One[]) => from[next(from.length)] as One;
    const some = (make: () => TextNode, most: number) => Array.from({ length: next(most + 1) }, make);
    const inline = (): TextNode => {
      const kind = next(12);
      if (kind === 0) return { type: 'hardBreak' };
      if (kind === 1) return { type: 'image', attrs: { src: 'https://c.example/x.png', alt: pick(words) } };
      return text(pick(words) + pick(words), ...pick(markSets));
    };
    const attrs = () => ({ level: 2 + next(2), align: pick([null, null, ...ALIGNMENTS]) });
    const block = (depth: number): TextNode => {
      const kind = next(depth > 3 ? 5 : 9);
      if (kind === 0) return { type: 'heading', attrs: attrs(), content: some(inline, 3) };
      if (kind === 1) return { type: 'horizontalRule' };
      if (kind === 2) return { type: 'codeBlock', content: [text(`${pick(words)}\n${pick(words)}`)] };
      if (kind <= 4) return { type: 'paragraph', attrs: attrs(), content: some(inline, 5) };
      const inside = () => [block(depth + 1), ...some(() => block(depth + 1), 2)];
      if (kind === 5) return { type: 'blockquote', content: inside() };
      const type = kind === 6 ? 'orderedList' : 'bulletList';
      return { type, content: [item(...inside()), ...some(() => item(...inside()), 2)] };
    };
    const html = htmlOf([block(0), ...some(() => block(0), 6)]);
    assert.equal(cleanHtml(html).html, html, `seed ${seed}`);
  }
});
