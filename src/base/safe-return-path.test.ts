import assert from 'node:assert/strict';
import { test } from 'node:test';
import { safeReturnPath } from './safe-return-path.ts';

test('a path on this site is accepted as return path', () => {
  const table: [string, string][] = [
    ['/', '/'],
    ['/profile?tab=settings', '/profile?tab=settings'],
    ['/story/the-ferry-at-dusk#chapters', '/story/the-ferry-at-dusk#chapters'],
    ['/story/../tags', '/tags'],
    ['/search?q=a%2Fb%5Cc&tags=x', '/search?q=a%2Fb%5Cc&tags=x'],
    ['/tag/form%20%26%20matter', '/tag/form%20%26%20matter'],
    ['/tag/a%2Fb', '/tag/a%2Fb'],
    ['/tag/100%25', '/tag/100%25'],
    ['/tag/%C3%A9lan', '/tag/%C3%A9lan'],
    ['/tag/élan', '/tag/%C3%A9lan'],
    ['/search?q=https://example.org/', '/search?q=https://example.org/'],
    ['/search?q=//example.org', '/search?q=//example.org'],
    ['/profile?tab=settings&delete=abc', '/profile?tab=settings&delete=abc'],
    // A path on this site, although it resembles a scheme.
    ['/javascript:alert(1)', '/javascript:alert(1)'],
    ['/@evil.example', '/@evil.example'],
    ['/.evil.example', '/.evil.example'],
    ['/evil.example', '/evil.example'],
    ['/http://evil.example', '/http://evil.example'],
  ];
  for (const [text, path] of table) assert.equal(safeReturnPath(text), path, text);
});

const elsewhere = [
  'https://evil.example',
  'http://evil.example/',
  'HTTPS://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'ftp://evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '//evil.example/%2f..',
  '//evil.example%2f%2e%2e',
  '//user@evil.example',
  '//site.invalid@evil.example',
  '//site.invalid:443@evil.example/',
  '//[::1]/',
  '//2130706433',
  '//evil%E3%80%82example',
  '//evil。example',
  '/\\evil.example',
  '/\\/evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '\\evil.example',
  '/tags\\..\\..\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  ' /tags',
  '/tags ',
  '/ /evil.example',
  '\u0000/tags',
  '/\u0000/evil.example',
  '/tags\u0000',
  '/tags\u007f',
  '/tags\u0085',
  '/\u0009\u000a\u000d/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/./\\evil.example',
  '/tags/..//evil.example',
  '/tags/../../..//evil.example',
  '/%2e//evil.example',
  '/%2e%2e//evil.example',
  '/%2E%2E//evil.example',
  '/tags/%2e%2e//evil.example',
  '/%2Fevil.example',
  '/%2fevil.example',
  '/%252Fevil.example',
  '/%25252Fevil.example',
  '/%2F%2Fevil.example',
  '/%5Cevil.example',
  '/%5cevil.example',
  '/%255Cevil.example',
  '/%09/evil.example',
  '/%0A/evil.example',
  '/%0D%0A/evil.example',
  '/%2509/evil.example',
  '/%0d%0aLocation:%20https://evil.example/%2e%2e/%09/evil.example/%2e%2e/../..//evil.example',
  '/..%2F%2Fevil.example',
  '/.%2F%2Fevil.example',
  '/%2e%2f%2fevil.example',
  '/%2e%2e%2f%2fevil.example',
  '/tags%2F..%2F%2Fevil.example',
  '/tags/..%2F%2Fevil.example',
  '/tags%5C..%5C%5Cevil.example',
  '/tags%252F..%252F%252Fevil.example',
  '/%25%32%46evil.example',
  '/%25252525252Fevil.example',
  '/%252525252525252Ftags',
  '/%',
  '/%zz',
  '/%c0%afevil.example',
  '/tag/%ff',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'javascript://site.invalid/%0aalert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://site.invalid/1',
  'file:///etc/passwd',
  'mailto:a@evil.example',
  'tel:123',
  'about:blank',
  'evil.example',
  'evil.example/tags',
  'tags',
  './tags',
  '../tags',
  '?q=1',
  '#top',
  '@evil.example',
  ':80',
  '%2Ftags',
  '%2F%2Fevil.example',
  '%5C%5Cevil.example',
  '\u2028/tags',
  '／／evil.example',
  '〱evil.example',
  '',
  `/${'a'.repeat(2000)}`,
];

test('an address of another site is refused in every spelling', () => {
  for (const text of elsewhere) assert.equal(safeReturnPath(text), undefined, JSON.stringify(text));
  assert.equal(safeReturnPath(null), undefined);
  assert.equal(safeReturnPath(undefined), undefined);
});

test('every accepted path stays on its site, even after further decoding', () => {
  const pieces = [
    '/',
    '//',
    '\\',
    '%2F',
    '%5C',
    '%09',
    '\t',
    '.',
    '..',
    '%2e',
    '@',
    ':',
    'evil.example',
    'a',
    '?',
    '#',
  ];
  let accepted = 0;
  for (const one of pieces)
    for (const two of pieces)
      for (const three of pieces)
        for (const four of pieces) {
          const path = safeReturnPath(`/${one}${two}${three}${four}`);
          if (path === undefined) continue;
          accepted += 1;
          for (const origin of ['https://nightstand.test', 'http://127.0.0.1:3000']) {
            assert.equal(new URL(path, origin).origin, origin, path);
            assert.equal(new URL(origin + path).origin, origin, path);
            const { pathname } = new URL(path, origin);
            assert.equal(new URL(decodeURIComponent(pathname), origin).origin, origin, path);
          }
        }
  assert.ok(accepted > 1000, `${accepted} accepted`);
});
