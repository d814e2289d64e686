import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announcementParts, countLinks, hasGoodLinks } from './rules.ts';

test('links are told from the words around them', () => {
  assert.deepEqual(
    announcementParts('We move tonight. [Why](/help#move), [more](https://example.org/a?b=1).'),
    [
      'We move tonight. ',
      { words: 'Why', href: '/help#move' },
      ', ',
      { words: 'more', href: 'https://example.org/a?b=1' },
      '.',
    ],
  );
  assert.deepEqual(announcementParts('No [link] here (at all).'), ['No [link] here (at all).']);
  assert.equal(countLinks('[a](/b) [c](/d)'), 2);
});

test('a link that leads nowhere good is refused, and stays text', () => {
  for (const address of [
    'javascript:alert',
    '//evil.example',
    '/\\evil.example',
    'data:text',
    'help',
    'https:///x',
  ]) {
    const text = `See [this](${address}).`;
    assert.equal(hasGoodLinks(text), false, address);
    assert.deepEqual(
      announcementParts(text).filter((part) => typeof part !== 'string'),
      [],
      address,
    );
  }
});
