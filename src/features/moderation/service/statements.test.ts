import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const { context } = await testDatabase();
const site = await moderatedSite(context);
const { author, reader, moderator, second, call, newStory, caseOf, decide, hiddenStory, mailsTo } = site;

async function ownDecisions() {
  const { body } = await call(author, 'GET', '/accounts/decisions');
  return body.data.decisions;
}

const today = () => new Date().toISOString().slice(0, 10);

async function published() {
  const { status, body } = await call(
    moderator,
    'GET',
    `/moderation/statements?from=${today()}&until=${today()}`,
  );
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.statements;
}

test('an author reads the statement of reasons with the decision and in its mail', async () => {
  await hiddenStory();
  const [decision] = await ownDecisions();
  assert.equal(decision.statement.restriction, 'content-hidden');
  assert.equal(decision.statement.source, 'notice');
  assert.equal(decision.statement.lifted_at, null);
  const mails = await mailsTo('ada-writes@example.org');
  assert.match(mails.at(-1)?.text_part ?? '', /Statement of reasons/i);
  assert.match(mails.at(-1)?.text_part ?? '', /A notice that somebody sent us brought it about/);
});

test('decisions outside a case come with their statement, in the mail as on the page', async () => {
  const story = await newStory();
  const said = await call(author, 'POST', `/stories/${story.id}/comments`, { content: 'She lied.' });
  const path = `/comments/${said.body.data.id}`;
  const reported = await call(reader, 'POST', `${path}/report`, { reason: 'This attacks the author.' });
  assert.equal(reported.status, 201, JSON.stringify(reported.body));
  const reason = { reason: 'It attacks the author.' };
  assert.equal((await call(moderator, 'POST', `${path}/remove`, reason)).status, 200);
  const warnings = { warnings: ['death'], note: 'He dies.' };
  assert.equal(
    (await call(moderator, 'POST', `/moderation/stories/${story.id}/warnings`, warnings)).status,
    200,
  );
  const [warned, removed] = await ownDecisions();
  const read = ({ statement }: { statement: Record<string, string> }) => [
    statement.restriction,
    statement.ground_reference,
    statement.source,
  ];
  assert.deepEqual([warned, removed].map(read), [
    ['content-labelled', 'Our guidelines on content warnings', 'own'],
    ['content-removed', 'Our guidelines', 'notice'],
  ]);
  const mails = (await mailsTo('ada-writes@example.org')).slice(-2).map((mail) => mail.text_part ?? '');
  assert.match(mails[0] ?? '', /Section 5 of our terms: Our guidelines\..*A notice that somebody sent us/s);
  assert.match(mails[1] ?? '', /Our guidelines on content warnings\..*Our own initiative brought it about/s);

  const shop = await signedIn(context, 'oil-shop');
  assert.equal((await call(moderator, 'POST', `/moderation/accounts/${shop.id}/spam`)).status, 200);
  const mail = (await mailsTo('oil-shop@example.org')).at(-1)?.text_part ?? '';
  assert.match(mail, /The account is suspended, and what it has published is hidden: everywhere/);
});

test('content warnings end with the last that is lifted on the story’s page, and with no other', async () => {
  const story = await newStory();
  const warn = async (warnings: string[], place: object = {}) => {
    const input = { warnings, note: 'He dies.', ...place };
    const { status } = await call(moderator, 'POST', `/moderation/stories/${story.id}/warnings`, input);
    assert.equal(status, 200);
  };
  const warned = async () => {
    const { body } = await call(author, 'GET', `/accounts/decisions?story_id=${story.id}`);
    const isWarning = ({ action }: { action: string }) => action === 'warn';
    return body.data.decisions
      .filter(isWarning)
      .map((one: { is_in_force: boolean; statement: { lifted_at: string | null } }) => [
        one.is_in_force,
        one.statement.lifted_at !== null,
      ]);
  };
  await warn(['death', 'grief']);
  await warn(['horror'], { chapter_id: story.chapterId });
  await warn(['grief']);
  assert.deepEqual(await warned(), Array(2).fill([true, false]), 'a part of both stands');
  await warn([]);
  assert.deepEqual(await warned(), [
    [true, false],
    [false, true],
  ]);
  const [, first] = (await ownDecisions()).filter(({ action }: { action: string }) => action === 'warn');
  const latest = (await ownDecisions()).find(({ action }: { action: string }) => action === 'unwarn');
  assert.equal(first.statement.lifted_at, latest.decided_at);
  await warn([], { chapter_id: story.chapterId });
  assert.deepEqual(await warned(), Array(2).fill([false, true]));
});

test('the statement of a suspension still says that stories were withheld after it is lifted', async () => {
  const writer = await signedIn(context, 'held-back');
  await newStory(writer);
  const decideAbout = async (by: SignedInPerson, decision: object) => {
    const opened = await call(by, 'POST', '/moderation/cases', { username: writer.username });
    const { body } = await call(by, 'GET', `/moderation/cases/${opened.body.data.id}`);
    assert.equal((await decide(by, body.data, { passage: '', ...decision })).status, 200);
  };
  await decideAbout(moderator, { action: 'suspend', withhold_stories: true });
  const back = await signedIn(context, writer.username);
  const statementOfSuspension = async () => {
    const { body } = await call(back, 'GET', '/accounts/decisions');
    return body.data.decisions.find(({ action }: { action: string }) => action === 'suspend').statement;
  };
  assert.equal((await statementOfSuspension()).restriction, 'account-and-content');
  await decideAbout(second, { action: 'reinstate' });
  const lifted = await statementOfSuspension();
  assert.equal(lifted.restriction, 'account-and-content');
  assert.ok(lifted.lifted_at);
});

test('a case that a moderator opened rests on our own initiative', async () => {
  const story = await newStory();
  const opened = await call(moderator, 'POST', '/moderation/cases', { story: story.slug });
  assert.equal(opened.status, 201);
  await decide(moderator, await caseOf(story), { action: 'remove' });
  const [decision] = await ownDecisions();
  assert.deepEqual([decision.statement.source, decision.statement.restriction], ['own', 'content-removed']);
});

test('the staff fetch all statements of a period, which name nobody and say when one was lifted', async () => {
  const before = await published();
  const story = await hiddenStory();
  const [decision] = await ownDecisions();
  await call(author, 'POST', `/accounts/decisions/${decision.id}/appeal`, { words: 'Both are sixty.' });
  await decide(second, await caseOf(story, second), { action: 'restore', passage: '' });
  const after = await published();
  assert.equal(after.length, before.length + 1, 'the restoration restricts nothing');
  const statement = after.at(-1);
  assert.equal(statement.puid, `statement-${decision.id}`);
  assert.equal(statement.end_date_visibility_restriction, today());
  const text = JSON.stringify(after);
  for (const secret of [
    'ada-writes',
    'dora-keeps',
    'ben-reads',
    'The lamp was lit',
    'another story',
    'Harbour Lights',
  ])
    assert.ok(!text.includes(secret), secret);
  const lifted = (await ownDecisions()).find((one: { id: number }) => one.id === decision.id);
  assert.ok(lifted.statement.lifted_at);
});

test('a reader cannot fetch the statements', async () => {
  const { status } = await call(author, 'GET', `/moderation/statements?from=${today()}&until=${today()}`);
  assert.equal(status, 404);
});
