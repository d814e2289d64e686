import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretParamsOf, withoutParams } from './secret-query.ts';

test('only the secrets of a mailed link are removed from the address', () => {
  const table: [string, string[], Record<string, string> | undefined, string][] = [
    ['', ['token'], undefined, ''],
    ['?token=abc', ['token'], { token: 'abc' }, ''],
    ['?token=', ['token'], { token: '' }, ''],
    ['?tab=settings&delete=abc', ['delete'], { delete: 'abc' }, '?tab=settings'],
    ['?tab=settings', ['delete'], undefined, '?tab=settings'],
    ['?code=a%2Fb&state=s&x=1', ['code', 'state', 'iss'], { code: 'a/b', state: 's' }, '?x=1'],
    ['?token=a&token=b', ['token'], { token: 'b' }, ''],
  ];
  for (const [search, names, taken, rest] of table) {
    assert.deepEqual(secretParamsOf(search, names), taken, search);
    assert.equal(withoutParams(search, names), rest, search);
  }
});
