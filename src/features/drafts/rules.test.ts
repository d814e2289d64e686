import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePlace, placeName } from './rules.ts';

// Interface, Stories and chapters: A place is create-story, story-{id}, new-chapter-{story_id} or chapter-{id}
test('a place names a story or a chapter in one spelling only', () => {
  for (const name of ['create-story', 'story-7', 'new-chapter-12', 'chapter-999999999999999']) {
    const place = parsePlace(name);
    assert.ok(place !== undefined, name);
    assert.equal(placeName(place), name);
  }
  const others = [
    '',
    'story',
    'story-',
    'story-0',
    'story-07',
    'Story-7',
    'story-7 ',
    'chapter-1e3',
    'new-story',
  ];
  for (const name of [...others, 'chapter-9999999999999999', 'story--1', 'create-story-1', '__proto__'])
    assert.equal(parsePlace(name), undefined, name);
});
