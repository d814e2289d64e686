import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { makeSansSubset, SANS_SUBSET_FILE } from '../scripts/sans-subset.ts';

test('a developer who updates Figtree finds that the subset of controls is to be written again', async () => {
  const isCurrent = (await readFile(SANS_SUBSET_FILE)).equals(await makeSansSubset());
  assert.ok(isCurrent, 'node scripts/write-sans-subset.ts writes the subset of the installed Figtree');
});
