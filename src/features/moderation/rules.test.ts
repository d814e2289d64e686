import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CaseAction } from './contract/moderation.ts';
import { type AppealInCase, type CaseState, namedAppeal, possibleActions } from './rules.ts';

const MODERATOR = 1;
const COLLEAGUE = 2;

/** A case about nothing that is left, with an author who may be suspended. */
function caseWith(facts: Partial<CaseState>): CaseState {
  return {
    ...{ subject: 'author', reportCount: 0, isOpenedByModerator: false, appeals: [], isSoleModerator: false },
    ...{ story: undefined, list: undefined, comment: undefined },
    author: { role: 'user', isSuspended: false },
    ...facts,
  };
}

/** An appeal against a decision of the moderator. */
function appealWith(facts: Partial<AppealInCase>): AppealInCase {
  return {
    ...{
      id: 1,
      logEntryId: 1,
      subject: 'author',
      against: 'suspend',
      deciderId: MODERATOR,
      hasWaited: false,
    },
    ...facts,
  };
}

test('a moderator is offered what would change something, and an answer where an appeal is about the subject', () => {
  const suspended = { role: 'user', isSuspended: true } as const;
  const table: [Partial<CaseState>, CaseAction[]][] = [
    [{ author: suspended }, ['reinstate']],
    [{ author: { role: 'moderator', isSuspended: false } }, []],
    [{ subject: 'list', list: { isWithheld: false } }, ['hide-list', 'suspend']],
    [{ subject: 'list', list: { isWithheld: true } }, ['restore-list', 'suspend']],
    [{ subject: 'comment', comment: { isRemoved: false } }, ['remove-comment', 'suspend']],
    [{ subject: 'comment', comment: { isRemoved: true } }, ['restore-comment', 'suspend']],
    [
      {
        ...{ subject: 'story', story: { visibility: 'removed' }, author: suspended },
        appeals: [appealWith({ deciderId: COLLEAGUE })],
      },
      ['hide', 'restore', 'reinstate'],
    ],
  ];
  for (const [facts, actions] of table)
    assert.deepEqual(possibleActions(caseWith(facts), MODERATOR), actions, JSON.stringify(facts));
});

test('a site’s only moderator takes any decision back at once, and answers its appeal otherwise after the wait', () => {
  const table: [AppealInCase['subject'], AppealInCase['against'], Partial<CaseState>, CaseAction][] = [
    ['author', 'suspend', { author: { role: 'user', isSuspended: true } }, 'reinstate'],
    ['story', 'hide', { story: { visibility: 'hidden' } }, 'restore'],
    ['story', 'warn', { story: { visibility: undefined } }, 'unwarn'],
    ['list', 'hide-list', { list: { isWithheld: true } }, 'restore-list'],
    ['comment', 'remove-comment', { comment: { isRemoved: true } }, 'restore-comment'],
  ];
  for (const [subject, against, facts, lifting] of table) {
    const answers = (hasWaited: boolean, isSoleModerator = true) => {
      const appeals = [appealWith({ subject, against, hasWaited })];
      const actions = possibleActions(caseWith({ subject, appeals, isSoleModerator, ...facts }), MODERATOR);
      return [lifting, 'uphold' as const].filter((action) => actions.includes(action));
    };
    assert.deepEqual(answers(false), [lifting], against);
    assert.deepEqual(answers(true), [lifting, 'uphold'], against);
    assert.deepEqual(answers(true, false), [], 'a colleague answers');
  }
});

test('the log names the appeal against a decision of the same moderator, where they may answer it', () => {
  const answered = [appealWith({ id: 1, deciderId: COLLEAGUE }), appealWith({ id: 2 })];
  const named = (isSoleModerator: boolean) =>
    namedAppeal(answered, 'reinstate', caseWith({ appeals: answered, isSoleModerator }), MODERATOR)?.id;
  assert.deepEqual([named(true), named(false)], [2, 1]);
});
