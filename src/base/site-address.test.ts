import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathOnSite } from './site-address.ts';

const SITE = 'https://nightstand.test';

test('an address of the site is recognised in any spelling, and other sites are not', () => {
  const table: [string, string | undefined][] = [
    ['https://nightstand.test/story/lamp', '/story/lamp'],
    ['HTTP://WWW.Nightstand.Test:443/story/lamp?page=2#end', '/story/lamp'],
    ['nightstand.test/story/lamp', '/story/lamp'],
    ['www.nightstand.test./story/lamp', '/story/lamp'],
    ['//nightstand.test/story/lamp', '/story/lamp'],
    ['/story/lamp', '/story/lamp'],
    ['/author/../story/lamp', '/story/lamp'],
    ['https://me@nightstand.test/story/lamp', '/story/lamp'],
    ['https://nightstand.test.evil.example/story/lamp', undefined],
    ['https://nightstand.test@evil.example/story/lamp', undefined],
    ['https://evil.example/nightstand.test/story/lamp', undefined],
    ['//evil.example/story/lamp', undefined],
    ['/\\evil.example/story/lamp', '//evil.example/story/lamp'],
    ['javascript:alert(1)', undefined],
    ['ftp://nightstand.test/story/lamp', undefined],
    ['story/lamp', undefined],
    ['', undefined],
  ];
  for (const [text, path] of table) assert.equal(pathOnSite(text, SITE), path, text);
});

test('all loopback names count as the local site', () => {
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
    assert.equal(pathOnSite(`http://${host}/story/lamp`, 'http://localhost:3000'), '/story/lamp');
  assert.equal(pathOnSite('http://127.0.0.1:3000/story/lamp', SITE), undefined);
});
