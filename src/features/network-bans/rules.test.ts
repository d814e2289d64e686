import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTooWide, overlaps, readRange } from './rules.ts';

test('a typed range is read as its network, and anything else is no range', () => {
  const table: [string, string | undefined][] = [
    ['203.0.113.7', '203.0.113.7/32'],
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['2001:db8:1:2:3::4/48', '2001:db8:1::/48'],
    ['2001:DB8::1', '2001:db8::1/128'],
    ['::ffff:203.0.113.7', '203.0.113.7/32'],
    ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
    ['::ffff:cb00:7107/128', '203.0.113.7/32'],
    ['203.0.113.0/33', undefined],
    ['203.0.113', undefined],
    ['3405803783', undefined],
    ['0xcb.0.113.7/24', undefined],
    ['203.0.113.0/-1', undefined],
    ['fe80::1%eth0/64', undefined],
    ['example.org', undefined],
    ['', undefined],
  ];
  for (const [typed, range] of table) assert.equal(readRange(typed), range, typed);
});

test('a range that is a part of the world is too wide', () => {
  const table: [string, boolean][] = [
    ['0.0.0.0/0', true],
    ['10.0.0.0/7', true],
    ['10.0.0.0/8', false],
    ['2000::/3', true],
    ['2001:db8::/32', false],
    // Each holds all of IPv4.
    ['::/19', true],
    ['::/64', true],
    ['::ffff:0:0/90', true],
    ['::1/128', false],
  ];
  for (const [range, isWide] of table) assert.equal(isTooWide(range), isWide, range);
});

test('a range overlaps the own network when it is within it, or around it', () => {
  const table: [string, string, boolean][] = [
    ['203.0.113.7/32', '203.0.113', true],
    ['203.0.0.0/16', '203.0.113', true],
    ['203.0.112.0/24', '203.0.113', false],
    ['2001:db8::/32', '20010db800010002', true],
    ['2001:db8:1:2::5/128', '20010db800010002', true],
    ['2001:db8:1:3::/64', '20010db800010002', false],
    ['2001:db8::/32', '203.0.113', false],
    ['203.0.113.0/24', 'unknown', false],
  ];
  for (const [range, network, isOverlap] of table)
    assert.equal(overlaps(range, network), isOverlap, `${range} and ${network}`);
});
