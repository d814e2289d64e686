import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exceedsBudget, shareOfMatches } from './scan-budget.ts';

const shares: Record<string, number> = { night: 0.5, sea: 0.2, "o'brien": 0.1 };
const shareOf = (term: string, isPrefix: boolean) => (isPrefix && term === 'ni' ? 0.6 : (shares[term] ?? 0));

test('the share of matching rows is computed from the shares of the words', () => {
  for (const [query, share] of [
    ['', 0],
    ["'night'", 0.5],
    ["'xylophon'", 0],
    ["('night') & ('sea')", 0.1],
    ["'night' <-> 'sea'", 0.1],
    ["('night') | ('sea')", 0.6],
    ["('night') & !('sea')", 0.4],
    ["('night') & !('xylophon')", 0.5],
    ["('nigh' | 'ni':*) & ('sea')", 0.12],
    ["(('night') & (('sea') | ('night'))) | ('xylophon')", 0.3],
    ["'o''brien'", 0.1],
  ] as const)
    assert.ok(Math.abs(shareOfMatches(query, shareOf) - share) < 1e-9, query);
});

test('only a word in very many rows exceeds the budget', () => {
  const budget = { rows: 5_000, share: 0.2 };
  assert.equal(exceedsBudget(budget, { rows: 200, share: 0.9 }, 300), false);
  assert.equal(exceedsBudget(budget, { rows: 400, share: 0.3 }, 300), true);
  assert.equal(exceedsBudget(budget, { rows: 4_000, share: 0.04 }, 300), false);
  assert.equal(exceedsBudget(budget, { rows: 6_000, share: 0.006 }, 300), false);
  assert.equal(exceedsBudget(budget, { rows: 20_000, share: 0.02 }, 300), true);
});
