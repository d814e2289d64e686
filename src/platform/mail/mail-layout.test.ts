import '../server-only.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'parse5';
import { isolated } from '#base/direction.ts';
import { layOutMail } from './mail-layout.ts';

const url = 'https://nightstand.test/verify-email?token=a&b="c"';
const words = {
  kind: 'verify-email' as const,
  subject: 'Please confirm your address',
  paragraphs: ['Good evening.', { label: 'A <b>story</b>', url: 'https://nightstand.test/story/x' }],
  action: { label: 'Confirm', url },
  afterwords: ['If it wasn’t you, leave it.', { label: 'No more mails', url: 'https://nightstand.test/u' }],
};

test('a reader of the text finds all words and whole links, each on a line of its own', () => {
  assert.equal(
    layOutMail(words).text,
    `Good evening.

A <b>story</b>:
https://nightstand.test/story/x

Confirm:
https://nightstand.test/verify-email?token=a&b=%22c%22

If it wasn’t you, leave it.

No more mails:
https://nightstand.test/u
`,
  );
});

interface Node {
  nodeName: string;
  value?: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
}
const nodesOf = (node: Node): Node[] => [node, ...(node.childNodes ?? []).flatMap(nodesOf)];
const attribute = (node: Node, name: string) => node.attrs?.find((one) => one.name === name)?.value;

function opened(html: string) {
  const nodes = nodesOf(parse(html) as Node);
  return {
    nodes,
    links: nodes.filter((node) => node.nodeName === 'a').map((node) => attribute(node, 'href')),
    text: nodes.map((node) => (node.nodeName === '#text' ? node.value : '')).join(' '),
  };
}

test('a reader of the HTML finds the same words and links, and nothing that is fetched or told', () => {
  const { nodes, links, text } = opened(layOutMail(words).html);
  assert.deepEqual(links, [
    'https://nightstand.test/story/x',
    'https://nightstand.test/verify-email?token=a&b=%22c%22',
    'https://nightstand.test/u',
  ]);
  for (const part of [
    'Good evening.',
    'A <b>story</b>',
    'Confirm',
    'If it wasn’t you, leave it.',
    'No more mails',
  ])
    assert.ok(text.includes(part), part);
  const names = new Set(nodes.map((node) => node.nodeName).filter((name) => !name.startsWith('#')));
  const known = ['html', 'head', 'meta', 'title', 'style', 'body', 'p', 'a', 'strong', 'small', 'br', 'bdi'];
  assert.deepEqual(
    [...names].filter((name) => !known.includes(name)),
    [],
  );
  const attributes = nodes.flatMap((node) => node.attrs ?? []).map((one) => one.name);
  for (const name of attributes)
    assert.ok(['lang', 'charset', 'name', 'content', 'href', 'dir'].includes(name), name);
  assert.doesNotMatch(text, /url\(|@import/);
});

test('text of users stays text, line by line, without control characters', () => {
  const hostile = `</p><script>alert(1)</script>\r\n<a href="https://evil.test">x</a>\u0007\u001b[31m\u0000 & "so"`;
  const { text, html } = layOutMail({
    kind: 'delete-account',
    subject: '</title><b>',
    paragraphs: [hostile],
  });
  assert.equal(text, `</p><script>alert(1)</script>\n<a href="https://evil.test">x</a>[31m & "so"\n`);
  const { nodes, links, text: shown } = opened(html);
  assert.deepEqual(links, []);
  assert.ok(!nodes.some((node) => ['script', 'b'].includes(node.nodeName)));
  assert.equal(nodes.filter((node) => node.nodeName === 'br').length, 1);
  assert.ok(shown.includes('<script>alert(1)</script>') && shown.includes('</title><b>'));
});

test('Arabic words run from right to left, and a name in a sentence leaves the sentence as it is', () => {
  const { text, html } = layOutMail({
    kind: 'follow-news',
    subject: 'Something new for you',
    paragraphs: [{ heading: 'رسائل' }, 'مرحبا!', { label: `${isolated('رسائل <b>')}, by ada`, url }],
  });
  assert.ok(text.includes('\u2068رسائل <b>\u2069, by ada:\n'));
  assert.ok(html.includes('<h2 dir="auto">رسائل</h2>'));
  assert.ok(html.includes('<p dir="auto">مرحبا!</p>'));
  assert.match(html, /<p dir="auto"><a href="[^"]*"><bdi>رسائل &lt;b&gt;<\/bdi>, by ada<\/a><\/p>/);
});

test('a link that leads elsewhere than to a web page is a bug', () => {
  for (const bad of ['javascript:alert(1)', 'mailto:a@example.org', 'data:text/html,x', '/verify']) {
    assert.throws(() => layOutMail({ ...words, action: { label: 'x', url: bad } }));
  }
});
