import assert from 'node:assert/strict';
import { addChapter } from '#features/chapters/service/chapters.ts';
import type { Context } from '#platform/runtime/context.ts';
import { addStory } from '#tests/support/add-story.ts';
import { apiCalls } from './api-calls.ts';
import { mailsInOutbox } from './outbox.ts';
import { type SignedInPerson, signedIn } from './signed-in-person.ts';
import { testServer } from './test-server.ts';

/** The people of a moderated site, and their usual steps. */
export async function moderatedSite(context: Context) {
  const { db } = context;
  const call = apiCalls(await testServer(context));
  const person = (name: string, role: 'user' | 'moderator' | 'admin' = 'user') =>
    signedIn(context, name, { role });
  const people = {
    author: await person('ada-writes'),
    reader: await person('ben-reads'),
    another: await person('cleo-reads'),
    moderator: await person('dora-keeps', 'moderator'),
    second: await person('eli-keeps', 'moderator'),
    admin: await person('fay-leads', 'admin'),
  };

  let stories = 0;
  /** A listed story of an author, with one chapter. */
  async function newStory(author: SignedInPerson = people.author, tags: string[] = ['harbour']) {
    stories += 1;
    const created = await addStory(db, {
      author_id: author.id,
      title: `Harbour Lights ${stories}`,
      synopsis: 'Two keepers of sixty share a lamp.',
      tags,
    });
    assert.ok(created.ok);
    const chapter = await addChapter(db, {
      story_id: created.data.id,
      title: 'One',
      order: 1,
      html: '<p>The lamp was lit at eight.</p>',
    });
    assert.ok(chapter.ok);
    return { ...created.data, chapterId: chapter.data.id };
  }

  async function report(story: { id: number }, reason: string, reporter = people.reader) {
    const { status } = await call(reporter, 'POST', `/stories/${story.id}/report`, { reason });
    assert.equal(status, 201);
  }

  /** The open case about a story, as a moderator sees it. */
  async function caseOf(story: { id: number }, moderator = people.moderator) {
    const { id } = await db
      .selectFrom('moderation_cases')
      .select('id')
      .where('subject', '=', 'story')
      .where('subject_id', '=', story.id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const { status, body } = await call(moderator, 'GET', `/moderation/cases/${id}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  }

  /** Decides a case in the state that was just read. */
  async function decide(
    moderator: SignedInPerson,
    { id, revision }: { id: number; revision: number },
    decision: object,
  ) {
    return call(moderator, 'POST', `/moderation/cases/${id}/decision`, {
      ...{ rule: 'tags', passage: 'The lamp was lit', note: 'The tags promise another story.', revision },
      ...decision,
    });
  }

  /** A story that was reported and then hidden. */
  async function hiddenStory(moderator = people.moderator) {
    const story = await newStory();
    await report(story, 'The tags promise a gothic tale');
    const hidden = await decide(moderator, await caseOf(story), { action: 'hide' });
    assert.equal(hidden.status, 200, JSON.stringify(hidden.body));
    return story;
  }

  const mailsTo = (address: string) => mailsInOutbox(db, address);

  return { ...people, call, newStory, report, caseOf, decide, hiddenStory, mailsTo };
}
