import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedImageSource, typedLink } from './typed-address.ts';

test('a typed link may omit the scheme', () => {
  const table: [string, string | undefined][] = [
    ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
    [' example.org ', 'https://example.org/'],
    ['example.org/page', 'https://example.org/page'],
    ['münchen.example', 'https://xn--mnchen-3ya.example/'],
    ['someone@example.org', 'mailto:someone@example.org'],
    ['mailto:someone@example.org', 'mailto:someone@example.org'],
    ['/tags', '/tags'],
    ['#end', '/#end'],
    ['tel:123', 'tel:123'],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['', undefined],
  ];
  for (const [typed, address] of table) assert.equal(typedLink(typed), address, typed);
});

test('a typed picture address must use https', () => {
  const table: [string, string | undefined][] = [
    ['https://example.org/a.png', 'https://example.org/a.png'],
    ['example.org/a.png', 'https://example.org/a.png'],
    ['http://example.org/a.png', undefined],
    ['/a.png', undefined],
    ['data:image/png;base64,AAAA', undefined],
    ['https://me:secret@example.org/a.png', undefined],
    ['', undefined],
  ];
  for (const [typed, address] of table) assert.equal(typedImageSource(typed), address, typed);
});
