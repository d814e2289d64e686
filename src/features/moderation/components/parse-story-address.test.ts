import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseStoryAddress } from './parse-story-address.ts';

test('a moderator may name a story by its address, its path or its slug', () => {
  const typed = {
    'https://nightstand.test/story/the-ferry-at-dusk': 'the-ferry-at-dusk',
    ' /story/the-ferry-at-dusk/chapter/12?x=1#end ': 'the-ferry-at-dusk',
    'the-ferry-at-dusk': 'the-ferry-at-dusk',
    '12': '12',
    '/story/%E0%A4%A': '%E0%A4%A',
    '': '',
  };
  for (const [text, slug] of Object.entries(typed)) assert.equal(parseStoryAddress(text), slug);
});
