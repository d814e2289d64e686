import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tagsIn } from './typed-tags.ts';

test('an author separates tags by the commas of any keyboard', () => {
  assert.deepEqual(tagsIn('slow burn, sea,,'), ['slow burn', 'sea']);
  assert.deepEqual(tagsIn('爱情，都市、雨'), ['爱情', '都市', '雨']);
  assert.deepEqual(tagsIn('حب، مقهى ليلي'), ['حب', 'مقهى ليلي']);
  assert.deepEqual(tagsIn(), []);
});

test('a tag of the story that has a comma itself stays one tag, wherever it stands in the text', () => {
  const known = ['smoke, mirrors', 'smoke, mirrors, rain', 'sea', 'love，city', ','];
  assert.deepEqual(tagsIn('smoke, mirrors, sea', known), ['smoke, mirrors', 'sea']);
  assert.deepEqual(tagsIn('dusk, smoke,mirrors, rain', known), ['dusk', 'smoke, mirrors, rain']);
  assert.deepEqual(tagsIn('love，city, dusk', known), ['love，city', 'dusk']);
  assert.deepEqual(tagsIn('mirrors, smoke', known), ['mirrors', 'smoke']);
});
