import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { addChapter } from '#features/chapters/service/chapters.ts';
import { hashOfToken } from '#platform/security/token.ts';
import { addStory } from '#tests/support/add-story.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { runDueJobs } from '#tests/support/run-due-jobs.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { PUBLIC_URL, testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories } from '#tests/world.ts';
import type { Preferences } from '../contract/newsletter.ts';
import { composeIssue, sendIssue } from './issues.ts';
import { subscriberToken } from './links.ts';

const { context, connectionString } = await testDatabase();
const { db, jobs } = context;
const { stories } = await fillExampleStories(context);
const request = await createRequester(await testServer(context));

const DAY = 86_400_000;
const HOUR = DAY / 24;
/** The next Friday (or today) at 17:00 UTC. */
const friday = new Date();
friday.setUTCHours(17, 0, 0, 0);
friday.setUTCDate(friday.getUTCDate() + ((5 - friday.getUTCDay() + 7) % 7));
const before = (milliseconds: number) => new Date(friday.getTime() - milliseconds);

const all: Preferences = { newStories: true, featuredAuthors: true, weeklyUpdates: true };
const only = (kind: keyof Preferences): Preferences => ({
  ...{ newStories: false, featuredAuthors: false, weeklyUpdates: false },
  [kind]: true,
});

async function subscribe(email: string, preferences: Preferences, confirmedAt = before(30 * DAY)) {
  await db
    .insertInto('newsletter_subscribers')
    .values({
      email,
      new_stories: preferences.newStories,
      featured_authors: preferences.featuredAuthors,
      weekly_updates: preferences.weeklyUpdates,
      token_hash: hashOfToken(subscriberToken(context.signer, email)),
      confirmed_at: confirmedAt,
    })
    .execute();
}

/** Sets facts about a story directly in the database. */
async function setStory(
  id: number,
  {
    listed_since,
    ...facts
  }: { listed_since?: Date | null; featured_at?: Date | null; trending?: number | null },
) {
  const listed = listed_since == null ? {} : { listed_since, visibility: 'public' as const };
  const place = listed_since === null ? { visibility: 'link' as const } : listed;
  await db
    .updateTable('stories')
    .set({ ...facts, ...place })
    .where('id', '=', id)
    .execute();
}

async function startOver() {
  for (const table of ['newsletter_subscribers', 'newsletter_issues', 'outbox_mails'] as const)
    await db.deleteFrom(table).execute();
  await setStory(stories.ferry.id, { listed_since: before(2 * DAY), featured_at: null, trending: 30 });
  await setStory(stories.clocks.id, {
    listed_since: before(60 * DAY),
    featured_at: before(DAY),
    trending: 20,
  });
  await setStory(stories.angles.id, {
    listed_since: before(60 * DAY),
    featured_at: before(50 * DAY),
    trending: 10,
  });
}

/** Runs the queue's Friday jobs. */
async function fridayComes(at: Date) {
  await jobs.enqueue(db, 'compose-newsletter', { _cron: { ts: at.toISOString(), backfilled: false } });
  await runDueJobs(connectionString, context);
}

async function newsletters(): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('outbox_mails')
    .select(['address', 'text_part'])
    .where('kind', '=', 'newsletter-letter')
    .orderBy('id')
    .execute();
  assert.equal(new Set(rows.map((row) => row.address)).size, rows.length, 'somebody got two newsletters');
  return Object.fromEntries(rows.map((row) => [row.address ?? '', row.text_part ?? '']));
}

// Interface, Newsletter: A weekly digest of new and featured stories goes out by the preferences
test('each subscriber gets exactly the selected kinds of news', async () => {
  await startOver();
  await subscribe('all@example.org', all);
  await subscribe('new@example.org', only('newStories'));
  await subscribe('featured@example.org', only('featuredAuthors'));
  await subscribe('best@example.org', only('weeklyUpdates'));
  await subscribe('nothing@example.org', { ...only('newStories'), newStories: false });
  await subscribe('late@example.org', all, new Date(friday.getTime() + HOUR));
  await fridayComes(friday);
  const sent = await newsletters();
  assert.deepEqual(Object.keys(sent).sort(), [
    'all@example.org',
    'best@example.org',
    'featured@example.org',
    'new@example.org',
  ]);
  const parts = (text = '') => [...text.matchAll(/^\* (.+) \*$/gm)].map((match) => match[1]);
  assert.deepEqual(parts(sent['all@example.org']), ['New stories', 'Featured authors', 'The week’s best']);
  assert.deepEqual(parts(sent['new@example.org']), ['New stories']);
  assert.deepEqual(parts(sent['featured@example.org']), ['Featured authors']);
  assert.deepEqual(parts(sent['best@example.org']), ['The week’s best']);

  assert.match(
    sent['new@example.org'] ?? '',
    /The Ferry at Dusk, by mira-quill:\nhttps:\/\/nightstand\.test\/story\/the-ferry-at-dusk/,
  );
  assert.doesNotMatch(sent['new@example.org'] ?? '', /Clocks|Élan/);
  // This story was featured this week but published earlier; the other one was featured long ago.
  assert.match(
    sent['featured@example.org'] ?? '',
    /mira-quill:\nhttps:\S+\/author\/mira-quill\n\nBegin with “A House With Too Many Clocks”:/,
  );
  assert.doesNotMatch(sent['featured@example.org'] ?? '', /Ferry|Élan/);
  const best = sent['best@example.org'] ?? '';
  assert.ok(best.indexOf('Ferry') < best.indexOf('Clocks') && best.indexOf('Clocks') < best.indexOf('Élan'));
  // Lists omit a story without a chapter.
  assert.ok(!Object.values(sent).join().includes('Unfinished'));
});

test('a member’s newsletter leaves out what they hide, whatever the spelling of their address', async () => {
  await startOver();
  const member = await signedIn(context, 'hides-much');
  const address = 'hides-much@example.org';
  await db
    .updateTable('credentials')
    .set({ email: address, email_verified_at: new Date() })
    .where('account_id', '=', member.id)
    .execute();
  await db.insertInto('hidden_items').values({ account_id: member.id, story_id: stories.ferry.id }).execute();
  await subscribe('Hides-Much@example.org', all);
  await subscribe('somebody@example.org', all);
  await fridayComes(friday);
  const sent = await newsletters();
  assert.match(sent['somebody@example.org'] ?? '', /Ferry/);
  assert.doesNotMatch(sent['Hides-Much@example.org'] ?? '', /Ferry|New stories|more new stor/);
  assert.match(sent['Hides-Much@example.org'] ?? '', /Clocks/);
  // An address that nobody has verified may be somebody else’s.
  await startOver();
  await db
    .updateTable('credentials')
    .set({ email_verified_at: null })
    .where('account_id', '=', member.id)
    .execute();
  await subscribe(address, all);
  await fridayComes(friday);
  assert.match((await newsletters())[address] ?? '', /Ferry/);
});

test('a newsletter has a neutral subject, escaped titles and unsubscribe links', async () => {
  await startOver();
  await setStory(stories.angles.id, { listed_since: before(HOUR) });
  await subscribe('Reader@example.org', all);
  await fridayComes(friday);
  const mail = await db.selectFrom('outbox_mails').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([mail.subject, mail.address], ['This week', 'Reader@example.org']);
  assert.match(mail.text_part ?? '', /^Here is what is new this week\.\n/);
  assert.ok(mail.text_part?.includes('Élan, "Quotes" & <Angles>, by Tomas_Reed'));
  assert.ok(!mail.html_part?.includes('<Angles>'));
  assert.ok(mail.html_part?.includes('&lt;Angles&gt;'));
  const token = subscriberToken(context.signer, 'reader@example.org');
  assert.equal(mail.unsubscribe_url, `${PUBLIC_URL}/newsletter/unsubscribe?token=${token}`);
  for (const page of ['unsubscribe', 'preferences'])
    assert.ok(mail.html_part?.includes(`href="${PUBLIC_URL}/newsletter/${page}?token=${token}"`), page);
  assert.doesNotMatch(token, /reader|example/i);
});

test('nothing is sent without news, and unchanged best stories are no news', async () => {
  await startOver();
  await setStory(stories.clocks.id, { featured_at: null });
  await subscribe('all@example.org', all);
  await subscribe('best@example.org', only('weeklyUpdates'));
  await fridayComes(friday);
  assert.deepEqual(Object.keys(await newsletters()), ['all@example.org', 'best@example.org']);

  await db.deleteFrom('outbox_mails').execute();
  const nextFriday = new Date(friday.getTime() + 7 * DAY);
  await fridayComes(nextFriday);
  assert.deepEqual(await newsletters(), {});

  // In the following week another story is among the best, and nothing else is new.
  await setStory(stories.angles.id, { trending: null });
  await fridayComes(new Date(friday.getTime() + 14 * DAY));
  assert.deepEqual(await newsletters(), {});
  await setStory(stories.angles.id, { trending: 40 });
  await fridayComes(new Date(friday.getTime() + 21 * DAY));
  assert.deepEqual(Object.keys(await newsletters()), ['all@example.org', 'best@example.org']);
});

test('a week has one issue even if its job runs repeatedly', async () => {
  await startOver();
  await subscribe('one@example.org', all);
  await fridayComes(friday);
  await fridayComes(friday);
  await fridayComes(new Date(friday.getTime() + HOUR));
  await Promise.all([composeIssue(context, friday), composeIssue(context, friday)]);
  await runDueJobs(connectionString, context);
  assert.deepEqual(Object.keys(await newsletters()), ['one@example.org']);
  assert.equal((await db.selectFrom('newsletter_issues').select('id').execute()).length, 1);
});

test('news of a week without an issue is in the next issue, and only there', async () => {
  await startOver();
  await subscribe('patient@example.org', only('newStories'));
  await setStory(stories.clocks.id, { listed_since: before(9 * DAY) });
  await db
    .insertInto('newsletter_issues')
    .values({
      week: before(18 * DAY)
        .toISOString()
        .slice(0, 10),
      since: before(21 * DAY),
      until: before(14 * DAY),
      new_story_count: 0,
      is_best_new: false,
      finished_at: before(14 * DAY),
    })
    .execute();
  await fridayComes(friday);
  const text = (await newsletters())['patient@example.org'] ?? '';
  assert.ok(text.includes('Ferry') && text.includes('Clocks'), text);
});

test('sending omits stories unlisted and subscribers removed after composing', async () => {
  await startOver();
  await subscribe('stays@example.org', only('newStories'));
  await subscribe('leaves@example.org', all);
  await setStory(stories.clocks.id, { listed_since: before(DAY) });
  await composeIssue(context, friday);
  await setStory(stories.clocks.id, { listed_since: null });
  await request(`POST /newsletter/unsubscribe/${subscriberToken(context.signer, 'leaves@example.org')}`);
  await runDueJobs(connectionString, context);
  const sent = await newsletters();
  assert.deepEqual(Object.keys(sent), ['stays@example.org']);
  assert.ok(!sent['stays@example.org']?.includes('Clocks'));
});

test('the number of further new stories leaves out what has left the lists since composing, and what a member hides', async () => {
  await startOver();
  const member = await signedIn(context, 'counts-others');
  const author = await signedIn(context, 'writes-much');
  const written: number[] = [];
  for (let number = 1; number <= 13; number++) {
    const story = await addStory(db, {
      author_id: author.id,
      title: `New ${number}`,
      synopsis: '',
      tags: number > 11 ? ['counted out'] : [],
    });
    assert.ok(story.ok);
    const html = '<p>She was forty.</p>';
    const chapter = await addChapter(db, { story_id: story.data.id, title: 'One', order: 1, html });
    assert.ok(chapter.ok);
    await setStory(story.data.id, { listed_since: before(DAY), trending: 5 - number / 100 });
    written.push(story.data.id);
  }
  const { id: tag_id } = await db
    .selectFrom('tags')
    .select('id')
    .where('name', '=', 'counted out')
    .executeTakeFirstOrThrow();
  await db.insertInto('hidden_items').values({ account_id: member.id, tag_id }).execute();
  await subscribe('counts-others@example.org', only('newStories'));
  await subscribe('hides-nothing@example.org', only('newStories'));
  await composeIssue(context, friday);
  await setStory(written[10] ?? 0, { listed_since: null });
  await runDueJobs(connectionString, context);
  const sent = await newsletters();
  // Ten of fourteen are named, one has gone, and the last two have the tag.
  assert.match(sent['hides-nothing@example.org'] ?? '', /And 3 more new stories/);
  assert.match(sent['counts-others@example.org'] ?? '', /And 1 more new story/);
  await db.deleteFrom('stories').where('id', 'in', written).execute();
});

test('a story that was withheld on its first Friday is in the next issue, and one that was told of is not', async () => {
  await startOver();
  await subscribe('reader@example.org', only('newStories'));
  await fridayComes(before(14 * DAY));
  const withhold = async (id: number, from: Date, to: Date) => {
    const set = (facts: object) => db.updateTable('stories').set(facts).where('id', '=', id).execute();
    await set({ withheld_at: from });
    await set({ unlisted_at: from });
    return async () => {
      await set({ withheld_at: null });
      await set({ listed_again_at: to });
    };
  };
  await setStory(stories.clocks.id, { listed_since: before(9 * DAY) });
  await setStory(stories.ferry.id, { listed_since: before(10 * DAY) });
  const showFerry = await withhold(stories.ferry.id, before(9 * DAY), before(3 * DAY));
  await fridayComes(before(7 * DAY));
  await showFerry();
  await (await withhold(stories.clocks.id, before(5 * DAY), before(4 * DAY)))();
  await db.deleteFrom('outbox_mails').execute();
  await fridayComes(friday);
  const letter = (await newsletters())['reader@example.org'] ?? '';
  assert.match(letter, /The Ferry at Dusk/);
  assert.doesNotMatch(letter, /Clocks/);
  assert.doesNotMatch(letter, /more new stor/);
});

test('a letter that waits when its reader unsubscribes is not sent', async () => {
  await startOver();
  await subscribe('stays@example.org', only('newStories'));
  await subscribe('leaves@example.org', all);
  await fridayComes(friday);
  assert.equal(Object.keys(await newsletters()).length, 2);
  await request(`POST /newsletter/unsubscribe/${subscriberToken(context.signer, 'leaves@example.org')}`);
  assert.deepEqual(Object.keys(await newsletters()), ['stays@example.org']);
});

test('a stalled issue is resumed, and one of the previous week is dropped', async () => {
  await startOver();
  await subscribe('waiting@example.org', all);
  await composeIssue(context, friday);
  const { id } = await db.selectFrom('newsletter_issues').select('id').executeTakeFirstOrThrow();
  // The test mimics a job that a killed worker had locked.
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  await jobs.enqueue(db, 'resume-newsletter', {});
  await runDueJobs(connectionString, context);
  assert.deepEqual(await newsletters(), {}, 'it was worked on a moment ago');
  await db
    .updateTable('newsletter_issues')
    .set({ worked_at: new Date(Date.now() - DAY) })
    .execute();
  await jobs.enqueue(db, 'resume-newsletter', {});
  await runDueJobs(connectionString, context);
  assert.deepEqual(Object.keys(await newsletters()), ['waiting@example.org']);

  await db.deleteFrom('outbox_mails').execute();
  await db.deleteFrom('newsletter_deliveries').execute();
  await db
    .updateTable('newsletter_issues')
    .set({ finished_at: null, since: new Date(Date.now() - 14 * DAY), until: new Date(Date.now() - 7 * DAY) })
    .execute();
  await sendIssue(context, id);
  assert.deepEqual(await newsletters(), {});
  const { finished_at } = await db
    .selectFrom('newsletter_issues')
    .select('finished_at')
    .executeTakeFirstOrThrow();
  assert.ok(finished_at instanceof Date);
});

test('the newsletter is sent even if strangers have used up the address’s mail quota', async () => {
  const capped = await testDatabase({ mailCaps: true });
  await fillExampleStories(capped.context);
  const email = 'full@example.org';
  const byStrangers = [
    'newsletter-confirm',
    'newsletter-subscribed',
    'reset-password',
    'verify-email',
  ] as const;
  for (const kind of byStrangers) {
    for (let at = 0; at < 5; at++) {
      const words = { kind, subject: 'A note', text: 'x', html: 'x' };
      await capped.context.outbox.post(capped.context.db, email, () => words);
    }
  }
  await capped.context.db
    .insertInto('newsletter_subscribers')
    .values({
      email,
      new_stories: true,
      featured_authors: true,
      weekly_updates: true,
      token_hash: hashOfToken('x'),
    })
    .execute();
  await capped.context.db
    .updateTable('newsletter_subscribers')
    .set({ confirmed_at: new Date(Date.now() - DAY) })
    .execute();
  await composeIssue(capped.context, new Date());
  await runDueJobs(capped.connectionString, capped.context);
  const rows = await capped.context.db
    .selectFrom('outbox_mails')
    .select(['kind', 'dropped_at'])
    .where('kind', '=', 'newsletter-letter')
    .execute();
  assert.equal(rows.length, 1);
  assert.equal(rows[0]?.dropped_at, null);
});

test('a moderator can preview the newsletter without a token, a reader cannot', async () => {
  await startOver();
  await setStory(stories.ferry.id, { listed_since: new Date(Date.now() - DAY) });
  const moderator = await signedIn(context, 'moderator', { role: 'moderator' });
  const reader = await signedIn(context, 'reader');
  const { status, data } = await request('GET /moderation/newsletter/preview', { token: moderator.token });
  assert.equal(status, 200);
  assert.deepEqual([data.subject, data.has_news], ['This week', true]);
  assert.ok(data.text.includes('The Ferry at Dusk') && data.html.startsWith('<!doctype html>'));
  assert.ok(!data.text.includes('token='));
  assert.equal((await request('GET /moderation/newsletter/preview', { token: reader.token })).status, 404);
  assert.equal((await request('GET /moderation/newsletter/preview')).status, 401);
});
