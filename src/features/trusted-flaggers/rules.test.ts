import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFlagger } from './rules.ts';

test('a flagger is an account, an address or a domain', () => {
  assert.deepEqual(readFlagger('Hotline-DE'), { username: 'Hotline-DE' });
  assert.deepEqual(readFlagger('Desk@Hotline.Example'), { address: 'desk@hotline.example' });
  assert.deepEqual(readFlagger('@Hotline.Example'), { address: '@hotline.example' });
});

test('a whole public suffix or half an address is none', () => {
  for (const typed of ['@org', 'desk@', '@', 'a b@c.example', '@-.', 'a@b@c.example'])
    assert.equal(readFlagger(typed), undefined, typed);
});
