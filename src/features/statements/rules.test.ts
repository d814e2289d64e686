import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type StatedDecision,
  statementOf,
  statementSentences,
  statementTerms,
  transparencyRecord,
} from './rules.ts';

const hidden: StatedDecision = {
  ...{ action: 'hide', rule: 'tags', source: 'notice', liftedAt: null },
  ...{ withholdsStories: false, requestType: null },
};

test('a decision that restricts nothing has no statement', () => {
  for (const action of ['dismiss', 'restore', 'uphold', 'reinstate'])
    assert.equal(statementOf({ ...hidden, action }), undefined, action);
});

test('a statement says what is restricted, on which ground, what brought it about, and what can be done', () => {
  const statement = statementOf(hidden);
  assert.ok(statement);
  assert.deepEqual(
    { ...statement, facts: undefined },
    {
      ...{
        restriction: 'content-hidden',
        facts: undefined,
        territorial_scope: 'everywhere',
        lifted_at: null,
      },
      ...{ ground: 'terms', ground_reference: 'Rule 10. Truthful tags and titles', source: 'notice' },
      ...{ automated_detection: false, automated_decision: false },
      redress: ['appeal', 'out-of-court', 'court'],
    },
  );
  assert.match(statement.facts, /read by a person after a notice/);
  assert.match(statementSentences(statement), /Section 5 of our terms: Rule 10\. .*a court\.$/);
});

test('a list of remedies is one sentence, in the mail and on the page', () => {
  const statement = statementOf(hidden);
  assert.ok(statement);
  assert.match(
    statementSentences(statement),
    /What you can do: an appeal to us, .*; in the European Union, /,
  );
  assert.match(statementTerms(statement).at(-1)?.[1] ?? '', /^An appeal to us, .*; in the .*; a court\.$/);
});

test('a removal that names no rule rests on the guidelines in general, content warnings on their own', () => {
  const groundOf = (action: string) => statementOf({ ...hidden, action, rule: null })?.ground_reference;
  assert.equal(groundOf('remove-comment'), 'Our guidelines');
  assert.equal(groundOf('warn'), 'Our guidelines on content warnings');
});

test('a legal request rests on the law, and is answered by a counter-notice', () => {
  const statement = statementOf({ ...hidden, action: 'takedown-removed', requestType: 'trademark' });
  assert.equal(statement?.ground, 'law');
  assert.equal(statement?.ground_reference, 'The law of trade marks');
  assert.equal(statement?.redress[0], 'counter-notice');
});

test('a published statement has the fields of the Transparency Database', () => {
  const dates = {
    decidedAt: new Date('2026-11-20T09:00:00Z'),
    contentDate: new Date('2026-03-01T10:00:00Z'),
  };
  const record = transparencyRecord({ ...hidden, ...dates, id: 7 }, 'https://site.example/terms');
  assert.deepEqual(record?.decision_visibility, ['DECISION_VISIBILITY_CONTENT_DISABLED']);
  assert.equal(record?.decision_ground, 'DECISION_GROUND_INCOMPATIBLE_CONTENT');
  assert.equal(Object(record).incompatible_content_illegal, 'No');
  assert.equal(record?.source_type, 'SOURCE_ARTICLE_16');
  assert.deepEqual([record?.content_date, record?.application_date], ['2026-03-01', '2026-11-20']);
  assert.equal(record?.territorial_scope.length, 30);
  const suspended = transparencyRecord(
    {
      ...hidden,
      ...dates,
      id: 8,
      action: 'suspend',
      withholdsStories: true,
      liftedAt: new Date('2026-11-22'),
    },
    'https://site.example/terms',
  );
  assert.equal(suspended?.decision_account, 'DECISION_ACCOUNT_SUSPENDED');
  assert.equal(suspended?.end_date_account_restriction, '2026-11-22');
  assert.deepEqual(suspended?.decision_visibility, ['DECISION_VISIBILITY_CONTENT_DISABLED']);
});
