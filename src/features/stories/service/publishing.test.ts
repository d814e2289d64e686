import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { LIMITS, shippedLimits } from '#base/limits.ts';
import { importBook } from '#features/library/service.ts';
import { publishingLimits } from '#platform/rate-limits/publishing-limits.ts';
import { accountsSite, type Person } from '#tests/support/accounts-site.ts';
import { apiCalls } from '#tests/support/api-calls.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testServer } from '#tests/support/test-server.ts';
import { STORY_SORTS } from '../contract/sorts.ts';
import { publishingQuotas, quotaMessage } from '../rules.ts';

const site = await accountsSite({ publishing: true });
const { request, db, context, signUp, verify } = site;

type Writer = Pick<Person, 'token' | 'id'>;
const PLAIN = '<p>The lamp was lit at eight.</p>';
const LINKED = '<p>Buy it at <a href="https://pills.example/">this shop</a>.</p>';

const make = (by: Writer, title: string, fields: object = {}) =>
  request('POST /stories', { token: by.token, body: { title, ...fields } });

const addChapter = (by: Writer, story: number, content = PLAIN) =>
  request(`POST /stories/${story}/chapters`, { token: by.token, body: { title: 'One', content } });

/** Creates a story with its first chapter. */
async function publish(by: Writer, title: string, content = PLAIN, fields: object = {}) {
  const created = await make(by, title, fields);
  assert.equal(created.status, 201, created.text);
  const added = await addChapter(by, created.data.id, content);
  assert.equal(added.status, 201, added.text);
  return created.data as { id: number; slug: string };
}

async function verified(username: string): Promise<Person> {
  const person = await signUp(username);
  await verify(person);
  return person;
}

const age = (person: Writer, days: number) =>
  db
    .updateTable('accounts')
    .set({ created_at: sql<Date>`now() - make_interval(days => ${days})` })
    .where('id', '=', person.id)
    .execute();

/** Backdates the first publication by a day. */
const letADayPass = (person: Writer) =>
  db
    .updateTable('publication_counts')
    .set({ since: sql<Date>`since - interval '1 day'` })
    .where('account_id', '=', person.id)
    .execute();

async function isListed(slug: string): Promise<boolean> {
  const { data } = await request('GET /frontpage?sort=new&limit=100');
  return data.stories.some((story: { slug: string }) => story.slug === slug);
}

/** Checks that every stored count of listed stories equals the sum over the stories. */
async function countsAreRight(): Promise<void> {
  const { rows } = await sql`
    select 'tag ' || name as wrong from tags where story_count <> (
      select count(*) from story_tags join stories on stories.id = story_id
      where tag_id = tags.id and stories.published_at is not null)
    union all select 'author ' || account_id from author_stats where story_count <> (
      select count(*) from stories where author_id = account_id and published_at is not null)
    union all select 'all' from story_totals where listed <> (
      select count(*) from stories where published_at is not null)
    union all select 'search ' || id from stories where (published_at is not null)
      <> exists (select from search_stories where story_id = id)`.execute(db);
  assert.deepEqual(rows, []);
}

const storyOf = async (id: number, by?: Writer) =>
  (await request(`GET /stories/${id}`, by === undefined ? {} : { token: by.token })).data;

describe('a spammer without a verified address', () => {
  // Interface, Security, law, operations: Without a verified address: 1 story and 5 chapters a day
  test('an unverified account can publish one of thirty stories, and it is listed nowhere', async () => {
    const spammer = await signUp('pill-shop');
    const answers: number[] = [];
    for (let n = 0; n < 30; n++) {
      const created = await make(spammer, `Cheap zorbpills ${n}`, { tags: ['zorbtag'], synopsis: 'Zorb!' });
      answers.push(
        created.status === 201 ? (await addChapter(spammer, created.data.id, LINKED)).status : created.status,
      );
    }
    assert.deepEqual([...new Set(answers)], [201, 429]);
    assert.equal(answers.filter((status) => status === 201).length, 1);
    const everywhere = [
      ...STORY_SORTS.map((sort) => `/frontpage?sort=${sort}&limit=100` as const),
      ...(['/stories', '/frontpage?tag=zorbtag', '/authors', '/search/tags', '/search/tags/top'] as const),
      ...(['/search?query=zorbpills', '/search?query=&tags=zorbtag', '/frontpage/tags/all'] as const),
      ...(['/search/suggestions?query=zorb', '/search/tags?query=zorb'] as const),
      `/stories?account_id=${spammer.id}` as const,
      '/accounts/users/pill-shop/stories' as const,
    ];
    for (const path of everywhere) {
      const { data, status } = await request(`GET ${path}`);
      if (status === 404) continue;
      assert.ok(!JSON.stringify(data).includes('zorb'), path);
    }
    await countsAreRight();
  });

  // Interface, Security, law, operations: Without a verified address: 1 story and 5 chapters a day
  test('thirty concurrent requests publish no more than one', async () => {
    const spammer = await signUp('quick-shop');
    const created = await Promise.all(Array.from({ length: 30 }, (_, n) => make(spammer, `At once ${n}`)));
    const stories = created.filter(({ status }) => status === 201).map(({ data }) => data.id as number);
    assert.equal(stories.length, 5, 'empty stories have a limit too');
    const first = await Promise.all(stories.map((id) => addChapter(spammer, id)));
    assert.deepEqual(first.map(({ status }) => status).toSorted(), [201, 429, 429, 429, 429]);
    const published = stories[first.findIndex(({ status }) => status === 201)] ?? 0;
    const more = await Promise.all(Array.from({ length: 12 }, () => addChapter(spammer, published)));
    assert.equal(more.filter(({ status }) => status === 201).length, 4, 'five chapters in all');
  });

  // Interface, Security, law, operations: Beyond a quota: 429 with Retry-After and a sentence that says what to do
  test('the refusal has a Retry-After and advice, and deleting a story does not reset the quota', async () => {
    const writer = await signUp('ola-writes');
    const story = await publish(writer, 'The First');
    assert.equal((await request(`DELETE /stories/${story.id}`, { token: writer.token })).status, 200);
    const refused = await make(writer, 'The Second');
    assert.equal(refused.status, 429);
    assert.match(refused.error?.message ?? '', /^Verify your address to publish more today/);
    const seconds = Number(refused.headers['retry-after']);
    assert.ok(seconds > 86_000 && seconds <= 86_400, String(seconds));
    await verify(writer);
    assert.equal((await make(writer, 'The Second')).status, 201);
  });

  // Interface, Security, law, operations: A publication counts once; drafts and edits are free
  test('existing stories can be edited after the quota is used up', async () => {
    const writer = await signUp('pia-writes');
    const story = await publish(writer, 'The Only');
    const [chapter] = (await request(`GET /stories/${story.id}/chapters`, { token: writer.token })).data
      .chapters;
    for (let n = 0; n < 8; n++) {
      const body = { title: `Once ${n}`, content: PLAIN };
      const path = `/stories/${story.id}/chapters/${chapter.id}` as const;
      assert.equal((await request(`PUT ${path}`, { token: writer.token, body })).status, 200);
    }
  });
});

describe('publishing quotas', () => {
  /** Sets today's publication counts. */
  const fill = (person: Writer, stories: number, chapters: number) =>
    db
      .insertInto('publication_counts')
      .values({ account_id: person.id, story_count: stories, chapter_count: chapters })
      .onConflict((on) =>
        on.column('account_id').doUpdateSet({ story_count: stories, chapter_count: chapters }),
      )
      .execute();

  // Interface, Security, law, operations: Accounts under 3 days: 5 stories and 50 chapters a day
  // Interface, Security, law, operations: Everyone: 20 stories and 300 chapters a day
  test('a new account can publish 5 stories and 50 chapters, an older one 20 and 300', async () => {
    const writer = await verified('quin-writes');
    for (const tier of ['new', 'established'] as const) {
      const { stories, chapters } = publishingQuotas(shippedLimits)[tier];
      await fill(writer, stories - 1, 0);
      const last = await publish(writer, `The last of a ${tier} one`);
      const refused = await make(writer, 'One too many');
      assert.equal(refused.status, 429);
      assert.match(
        refused.error?.message ?? '',
        new RegExp(`publish ${stories} stories and ${chapters} chapters a day`),
      );
      await fill(writer, stories, chapters - 1);
      assert.equal((await addChapter(writer, last.id)).status, 201);
      const late = await addChapter(writer, last.id);
      assert.equal(late.status, 429);
      assert.ok(Number(late.headers['retry-after']) > 0);
      await age(writer, 4);
    }
  });

  test('an admin’s limits for new accounts are those of the refusal, and never above or below the others', () => {
    const limits = { ...shippedLimits, new_account_days: 1, new_account_stories: 2, new_account_chapters: 3 };
    assert.match(
      quotaMessage('new', limits, 60),
      /^In its first day an account can publish 2 stories and 3 chapters a day, and schedule 3 chapters\./,
    );
    assert.match(quotaMessage('unverified', limits, 60), /publish 1 story and 3 chapters a day/);
    const { established } = publishingQuotas(shippedLimits);
    assert.equal(LIMITS.new_account_stories.most, established.stories);
    assert.equal(LIMITS.new_account_chapters.most, established.chapters);
  });

  test('the counts reset after a day, even if a clock was wrong', async () => {
    const writer = await signUp('rita-writes');
    const story = await publish(writer, 'The Day Before');
    assert.equal((await make(writer, 'The Day After')).status, 429);
    await letADayPass(writer);
    await publish(writer, 'The Day After');
    await db
      .updateTable('publication_counts')
      .set({ since: sql<Date>`now() + interval '2 days'` })
      .where('account_id', '=', writer.id)
      .execute();
    assert.equal((await addChapter(writer, story.id)).status, 201);
  });

  // Interface, Security, law, operations: Imports and schedules have their own quotas
  test('a schedule has a quota of its own, and its publication costs nothing of the day’s', async () => {
    const writer = await verified('schedules-ahead');
    const { chapters, scheduled } = publishingQuotas(shippedLimits).new;
    const story = await publish(writer, 'The Serial');
    const schedule = () =>
      request(`POST /stories/${story.id}/chapters`, {
        token: writer.token,
        body: { title: 'Later', content: PLAIN, publish_at: '2126-01-01T10:00:00Z' },
      });
    await fill(writer, 1, chapters);
    assert.equal((await addChapter(writer, story.id)).status, 429);
    assert.equal((await schedule()).status, 201);
    const counts = db.updateTable('publication_counts').where('account_id', '=', writer.id);
    await counts.set({ chapter_count: 1, scheduled_count: scheduled }).execute();
    const refused = await schedule();
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    assert.equal((await addChapter(writer, story.id)).status, 201);
  });

  // Interface, Security, law, operations: A publication counts once; drafts and edits are free
  test('a story counts once, even if its only chapter is replaced', async () => {
    const writer = await signUp('sven-writes');
    const story = await publish(writer, 'The Rewritten');
    const [chapter] = (await request(`GET /stories/${story.id}/chapters`, { token: writer.token })).data
      .chapters;
    await request(`DELETE /stories/${story.id}/chapters/${chapter.id}`, { token: writer.token });
    assert.equal((await addChapter(writer, story.id)).status, 201);
  });

  test('a request refused for another reason is not counted', async () => {
    const writer = await signUp('tess-writes');
    for (let n = 0; n < 8; n++)
      assert.equal((await make(writer, 'Odd', { tags: ['x'.repeat(60)] })).status, 422);
    const story = await publish(writer, 'The Even');
    for (let n = 0; n < 8; n++) assert.equal((await addChapter(writer, story.id, '<p> </p>')).status, 422);
    assert.equal((await addChapter(writer, story.id)).status, 201);
  });

  test('the counts are deleted with the account', async () => {
    const writer = await signUp('uma-writes');
    await publish(writer, 'The Left Behind');
    const body = { password: writer.password };
    assert.equal((await request('POST /accounts/delete', { token: writer.token, body })).status, 200);
    const left = await db
      .selectFrom('publication_counts')
      .select('account_id')
      .where('account_id', '=', writer.id)
      .execute();
    assert.deepEqual(left, []);
  });
});

describe('a story of an unverified author', () => {
  test('can be read by its address, tells only its author why it waits, and is listed when the address is verified', async () => {
    const writer = await signUp('vera-writes');
    const story = await publish(writer, 'The Patient', PLAIN, { tags: ['patience'] });
    const asGuest = await storyOf(story.id, undefined);
    assert.deepEqual([asGuest.is_waiting, asGuest.waiting_for], [true, undefined]);
    assert.equal((await storyOf(story.id, writer)).waiting_for, 'address');
    const bySlug = (await request(`GET /stories?slug=${story.slug}`)).data.stories[0];
    assert.deepEqual([bySlug.is_waiting, bySlug.waiting_for], [true, undefined]);
    const own = (await request(`GET /stories?account_id=${writer.id}`, { token: writer.token })).data.stories;
    assert.deepEqual([own.length, own[0].waiting_for], [1, 'address']);
    // Another chapter changes nothing.
    assert.equal((await addChapter(writer, story.id)).status, 201);
    assert.equal(await isListed(story.slug), false);

    await verify(writer);
    assert.equal((await storyOf(story.id, writer)).is_waiting, undefined);
    const [first] = (await request('GET /frontpage?sort=new')).data.stories;
    assert.equal(first.slug, story.slug, 'as new as its listing');
    assert.equal((await request('GET /frontpage?tag=patience')).data.stories.length, 1);
    assert.equal((await request('GET /search?query=patient')).data.stories.length, 1);
    await countsAreRight();
  });

  test('stops waiting without chapters, and waits again with the next chapter', async () => {
    const writer = await signUp('wim-writes');
    const story = await publish(writer, 'The Empty');
    const [chapter] = (await request(`GET /stories/${story.id}/chapters`, { token: writer.token })).data
      .chapters;
    await request(`DELETE /stories/${story.id}/chapters/${chapter.id}`, { token: writer.token });
    assert.equal((await storyOf(story.id, writer)).is_waiting, undefined);
    await addChapter(writer, story.id);
    assert.equal((await storyOf(story.id, writer)).waiting_for, 'address');
  });

  test('is listed when it has both a chapter and a verified author, in either order', async () => {
    const writer = await signUp('xena-writes');
    const { token } = await site.linkTo(writer.email, 'verify-email');
    const created = await make(writer, 'The Race');
    const [added] = await Promise.all([
      addChapter(writer, created.data.id),
      request(`GET /auth/verify-email/${token}`),
    ]);
    assert.equal(added.status, 201);
    assert.equal(await isListed(created.data.slug), true);
  });
});

describe('links of a new account', () => {
  test('a first story with links waits for a moderator, even with a verified address', async () => {
    const places = {
      chapter: () => publish(writer, 'Linked chapter', LINKED),
      synopsis: () => publish(writer, 'Linked synopsis', PLAIN, { synopsis: 'See www.pills.example' }),
      title: () => publish(writer, 'Visit pills.com', PLAIN),
      picture: () => publish(writer, 'Picture', '<p>A</p><img src="https://pills.example/a.png" alt="">'),
      draft: async () => {
        const { id, slug } = await publish(writer, 'Linked draft', LINKED, { visibility: 'draft' });
        const body = { title: 'Linked draft', slug, visibility: 'public' };
        return (await request(`PUT /stories/${id}`, { token: writer.token, body })).data;
      },
    };
    const writer = await verified('yara-writes');
    for (const [place, go] of Object.entries(places)) {
      const story = await go();
      assert.equal((await storyOf(story.id, writer)).waiting_for, 'moderator', place);
    }
    await letADayPass(writer);
    const plain = await publish(writer, 'Nothing to see');
    assert.equal(await isListed(plain.slug), true);
  });

  test('a story with links still waits for a moderator after the address is verified', async () => {
    const writer = await signUp('zoe-writes');
    const story = await publish(writer, 'Linked early', LINKED);
    await verify(writer);
    assert.equal((await storyOf(story.id, writer)).waiting_for, 'moderator');
  });

  test('an edit that adds links unlists the story, and approval restores its position', async () => {
    const writer = await verified('adam-writes');
    const story = await publish(writer, 'The Bait');
    const { published_at } = await db
      .selectFrom('stories')
      .select('published_at')
      .where('id', '=', story.id)
      .executeTakeFirstOrThrow();
    const [chapter] = (await request(`GET /stories/${story.id}/chapters`)).data.chapters;
    const body = { title: 'One', content: LINKED };
    assert.equal(
      (await request(`PUT /stories/${story.id}/chapters/${chapter.id}`, { token: writer.token, body }))
        .status,
      200,
    );
    assert.equal(await isListed(story.slug), false);
    const moderator = await signedIn(context, 'keeps-it', { role: 'moderator' });
    assert.equal(
      (await request(`POST /moderation/waiting/${story.id}/let-in`, { token: moderator.token })).status,
      200,
    );
    const after = await db
      .selectFrom('stories')
      .select('published_at')
      .where('id', '=', story.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(after.published_at, published_at);
    // The author is known now: neither an edit nor another story needs approval.
    const synopsis = { synopsis: 'All of it at https://mine.example' };
    assert.equal(
      (await request(`PUT /stories/${story.id}/synopsis`, { token: writer.token, body: synopsis })).status,
      200,
    );
    assert.equal(await isListed(story.slug), true);
    assert.equal(await isListed((await publish(writer, 'The Next', LINKED)).slug), true);
    await countsAreRight();
  });

  test('links need no approval after three days', async () => {
    const writer = await verified('bela-writes');
    await age(writer, 4);
    assert.equal(await isListed((await publish(writer, 'The Sources', LINKED)).slug), true);
  });
});

test('concurrent publishing, verification, deletion and approval do not deadlock', async () => {
  const moderators = await Promise.all(
    ['keeps-one', 'keeps-two'].map((name) => signedIn(context, name, { role: 'moderator' })),
  );
  const tags = ['tide', 'fog', 'lamp', 'quay'];
  const writers = await Promise.all(
    ['gus', 'hal', 'ida', 'jon', 'kim', 'lea'].map((name) => signUp(`${name}-writes`)),
  );
  const links = await Promise.all(writers.map(({ email }) => site.linkTo(email, 'verify-email')));
  const stories = await Promise.all(
    writers.map(async (by, n) => ({
      by,
      ...(await publish(by, `Of ${by.username}`, PLAIN, {
        tags: [...tags.slice(n % 4), ...tags.slice(0, n % 4)],
      })),
    })),
  );
  const [leaver] = writers as [Person];
  const answers = await Promise.all([
    ...links.map(({ token }) => request(`GET /auth/verify-email/${token}`)),
    ...stories.flatMap(({ by, id }) => [addChapter(by, id), addChapter(by, id)]),
    ...stories.flatMap(({ id }) =>
      moderators.map(({ token }) => request(`POST /moderation/waiting/${id}/let-in`, { token })),
    ),
    ...writers
      .slice(3)
      .flatMap(({ id }) => [
        request(`POST /moderation/accounts/${id}/spam`, { token: moderators[0]?.token }),
        request(`DELETE /moderation/accounts/${id}/spam`, { token: moderators[1]?.token }),
      ]),
    ...stories.map(({ id }) =>
      request(`POST /tracking/stories/${id}/vote`, {
        token: moderators[0]?.token,
        body: { vote_type: 'upvote' },
      }),
    ),
    request('POST /accounts/delete', { token: leaver.token, body: { password: leaver.password } }),
  ]);
  for (const { status, text } of answers) assert.ok(status < 500, text);
  await countsAreRight();
});

test('imported books are neither limited nor waiting', async () => {
  for (let n = 0; n < 3; n++) {
    const book = {
      title: `Book ${n}`,
      description: 'See https://example.org',
      subjects: [],
      chapters: [{ title: 'I', html: LINKED }],
    };
    const imported = await importBook(context, book, 'night-press');
    assert.ok(imported.ok);
    assert.equal(await isListed(imported.data.slug), true);
  }
});

// Interface, Running: RATE_LIMITS=off lifts request limits, mail caps and publishing brakes
// Interface, Security, law, operations: RATE_LIMITS=off lifts the quotas and the waiting of new accounts’ stories
test('without publishing limits no story waits and nothing is counted', async () => {
  const call = apiCalls(await testServer({ ...context, publishing: publishingLimits(false) }));
  const writer = await signedIn(context, 'free-writes', { isVerified: false });
  for (let n = 0; n < 7; n++) {
    const created = await call(writer, 'POST', '/stories', { title: `Free ${n}` });
    const path = `/stories/${created.body.data.id}/chapters`;
    assert.equal((await call(writer, 'POST', path, { title: 'One', content: LINKED })).status, 201);
  }
  const own = await call(undefined, 'GET', `/stories?account_id=${writer.id}`);
  assert.equal(own.body.data.stories.length, 7);
});

describe('the trash', () => {
  const remove = async (by: Writer, path: `/stories/${string}`) =>
    (await request(`DELETE ${path}`, { token: by.token })).data.trash_id as number;
  const restore = (by: Writer, id: number) =>
    request(`POST /trash/${id}/restore`, { token: by.token, body: {} });
  const waitingFor = async (id: number) =>
    (await db.selectFrom('stories').select('waiting_for').where('id', '=', id).executeTakeFirstOrThrow())
      .waiting_for;

  test('is no way out of waiting', async () => {
    for (const [writer, content, reason] of [
      [await signUp('trash-address'), PLAIN, 'address'],
      [await verified('trash-links'), LINKED, 'moderator'],
    ] as const) {
      const story = await publish(writer, 'Waits On', content);
      assert.equal(await waitingFor(story.id), reason);
      const [chapter] = (await request(`GET /stories/${story.id}/chapters`, { token: writer.token })).data
        .chapters;
      await restore(writer, await remove(writer, `/stories/${story.id}/chapters/${chapter.id}`));
      assert.equal(await waitingFor(story.id), reason);
      await restore(writer, await remove(writer, `/stories/${story.id}`));
      assert.equal(await waitingFor(story.id), reason);
      assert.equal(await isListed(story.slug), false);
    }
  });

  // Interface, Security, law, operations: A publication counts once; drafts and edits are free
  test('costs nothing of the daily quota, and is no way around it', async () => {
    const writer = await signUp('trash-quota');
    const { chapters } = publishingQuotas(shippedLimits).unverified;
    const story = (await make(writer, 'A Long One', { visibility: 'draft' })).data;
    const ids: number[] = [];
    for (let n = 0; n <= chapters; n++) ids.push((await addChapter(writer, story.id)).data.id);
    const last = await remove(writer, `/stories/${story.id}/chapters/${ids.at(-1)}`);
    const body = { title: story.title, slug: story.slug, visibility: 'public' };
    assert.equal((await request(`PUT /stories/${story.id}`, { token: writer.token, body })).status, 200);
    for (const path of [`/stories/${story.id}/chapters/${ids[0]}`, `/stories/${story.id}`] as const)
      assert.equal((await restore(writer, await remove(writer, path))).status, 200);
    // The last one was never published.
    assert.equal((await restore(writer, last)).status, 429);
    await letADayPass(writer);
    assert.equal((await restore(writer, last)).status, 200);
  });
});
