import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStoryId, isUsableSlug, slugFromTitle, slugFromTyped } from './rules.ts';

// Spec 5: Slug: typed, suggested (note 4), required
// Interface, Stories: A slug is the title, transliterated, in lower case, with hyphens
test('a title becomes a readable slug', () => {
  const table: [string, string][] = [
    ['The Left Side of the Bed', 'the-left-side-of-the-bed'],
    ['  Élan & Œuvre — “Straße”  ', 'elan-and-oeuvre-strasse'],
    ['Don’t Look', 'dont-look'],
    ['1984', 'story-1984'],
    ['夜の本', 'story'],
    ['---', 'story'],
    ['a_b', 'a_b'],
    ['_ _', 'story'],
    ['19_84', '19_84'],
    ['1 – 2', '1-2'],
    ['ℌello', 'hello'],
    ['İstanbul', 'istanbul'],
    ['../../etc/passwd', 'etc-passwd'],
  ];
  for (const [title, slug] of table) assert.equal(slugFromTitle(title), slug, title);
  assert.ok(slugFromTitle('word '.repeat(100)).length <= 80);
});

test('digits alone are an id, and no slug is', () => {
  assert.equal(isStoryId('12'), true);
  assert.equal(isStoryId('12a'), false);
  assert.equal(isStoryId(slugFromTitle('12')), false);
});

// Spec 5: Slug: typed, suggested (note 4), required
test('a typed slug keeps letters, digits, hyphens and underscores', () => {
  const table: [string, string][] = [
    [' My New Slug ', 'my-new-slug'],
    ['a/b?c#d', 'a-b-c-d'],
    ['_Under_score-', '_under_score-'],
    ['Café & Straße', 'cafe---strasse'],
    ['夜', '-'],
    ['😀', '-'],
    ['１２３', '123'],
  ];
  for (const [typed, slug] of table) assert.equal(slugFromTyped(typed), slug, typed);
  for (const slug of ['a', '1-2', '_1', 'x_']) assert.equal(isUsableSlug(slug), true, slug);
  for (const slug of ['', '12', '-', '__-']) assert.equal(isUsableSlug(slug), false, slug);
});
