import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isComplete, suggestNextStories } from './next-to-read.ts';

const mira = (id: number) => ({ id, author_username: 'mira' });
const jonas = (id: number) => ({ id, author_username: 'jonas' });
type Stories = ReturnType<typeof mira>[];
const offered = (byAuthor: Stories, related: Stories, trending?: Stories) =>
  suggestNextStories(mira(1), { byAuthor, related, ...(trending === undefined ? {} : { trending }) }).map(
    ({ story, reason }) => `${reason} ${story.id}`,
  );

test('two stories by the same author and a related one are suggested', () => {
  assert.deepEqual(offered([mira(1), mira(2), mira(3), mira(4)], [jonas(5), jonas(6)]), [
    'By the same author 2',
    'By the same author 3',
    'More like this 5',
  ]);
});

test('no story is suggested twice, nor the current one', () => {
  const next = offered([mira(1), mira(2)], [mira(2), mira(1), jonas(5)], [jonas(5), mira(1), jonas(6)]);
  assert.deepEqual(next, ['By the same author 2', 'More like this 5', 'Trending 6']);
});

test('more of one kind is suggested when the others are too few', () => {
  assert.deepEqual(
    offered([mira(2), mira(3), mira(4)], [], [jonas(9)]).map((suggestion) => suggestion.at(-1)),
    ['2', '3', '4'],
  );
  assert.deepEqual(offered([], [jonas(5), jonas(6), jonas(7)]), [
    'More like this 5',
    'More like this 6',
    'More like this 7',
  ]);
  assert.deepEqual(offered([mira(1)], [], [jonas(8)]), ['Trending 8']);
  assert.deepEqual(offered([mira(1)], []), []);
  assert.equal(isComplete([1, 2, 3]), true);
  assert.equal(isComplete([1, 2]), false);
});
