import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tagsIn } from './typed-tags.ts';

test('an author separates tags by the commas of any keyboard', () => {
  assert.deepEqual(tagsIn('slow burn, sea,,'), ['slow burn', 'sea']);
  assert.deepEqual(tagsIn('爱情，都市、雨'), ['爱情', '都市', '雨']);
  assert.deepEqual(tagsIn('حب، مقهى ليلي'), ['حب', 'مقهى ليلي']);
  assert.deepEqual(tagsIn(), []);
});
