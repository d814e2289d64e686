import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readCase } from '#features/moderation/service/cases.ts';
import { listDecisions } from '#features/moderation/service/own-decisions.ts';
import { listProposals } from '#features/moderation/service/tags.ts';
import { listOwnNotes } from '#features/notes/service.ts';
import type { Context } from '#platform/runtime/context.ts';
import { moderatedSite } from './support/moderated-site.ts';
import { signedIn } from './support/signed-in-person.ts';
import { testDatabase } from './support/test-database.ts';

const { context } = await testDatabase();
const site = await moderatedSite(context);
const { author, moderator, call, newStory, caseOf } = site;

/** The number of statements that something sends to the database. */
async function countQueries(use: (context: Context) => Promise<unknown>): Promise<number> {
  let count = 0;
  const db = context.db.withPlugin({
    transformQuery({ node }) {
      count++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await use({ ...context, db } as Context);
  return count;
}

let requests = 0;

async function requestTakedown({ slug }: { slug: string }): Promise<number> {
  const sent = await call(undefined, 'POST', '/account/legal/takedown', {
    ...{ requester_name: 'Ida', requester_email: 'ida@example.org', content_url: `/story/${slug}` },
    ...{
      content_description: 'My tale',
      reason: `It is mine. (${++requests})`,
      owner_info: 'I am',
      address: '4 Quay Street',
    },
    electronic_signature: true,
  });
  assert.equal(sent.status, 201, JSON.stringify(sent.body));
  return sent.body.data.id;
}

describe('a list asks the database as often for many rows as for two', () => {
  /** The statements for two rows of a list, and for some more. */
  async function compare(add: () => Promise<unknown>, list: (context: Context) => Promise<unknown>) {
    await add();
    await add();
    const before = await countQueries(list);
    for (let more = 0; more < 3; more++) await add();
    assert.equal(await countQueries(list), before);
  }

  test('of legal requests about one story', async () => {
    const story = await newStory();
    await compare(
      () => requestTakedown(story),
      async (counted) => {
        const { id } = await caseOf(story);
        const read = await readCase(counted, { id }, moderator.caller as never);
        assert.ok(read.ok && read.data.takedowns.length > 1);
      },
    );
  });

  test('of decisions about an account, some of them after legal requests', async () => {
    await compare(
      async () => {
        const id = await requestTakedown(await newStory());
        const step = { step: 'removed', after: 'received', note: 'The claim is in order.' };
        const taken = await call(moderator, 'POST', `/moderation/takedowns/${id}/steps`, step);
        assert.equal(taken.status, 200, JSON.stringify(taken.body));
      },
      async (counted) => {
        const listed = await listDecisions(counted, { page: 1, limit: 20 } as never, author.caller);
        assert.ok(listed.ok && listed.data.decisions.every(({ takedown }) => takedown !== null));
      },
    );
  });

  test('of suggestions about tags', async () => {
    let count = 0;
    await newStory(author, ['lighthouses']);
    await compare(
      async () => {
        const tag = `lighthouse ${++count}`;
        await newStory(author, [tag]);
        const sent = await call(site.reader, 'POST', '/tags/proposals', { tag, canonical: 'lighthouses' });
        assert.equal(sent.status, 201, JSON.stringify(sent.body));
      },
      async (counted) => {
        const listed = await listProposals(counted, { state: 'open', page: 1, limit: 20 });
        assert.ok(listed.ok && listed.data.proposals.length >= 2);
      },
    );
  });

  test('of notes', async () => {
    const story = await newStory();
    const { title } = (await call(author, 'GET', `/stories/${story.id}`)).body.data;
    const changed = { title, slug: story.slug, notes: true };
    assert.equal((await call(author, 'PUT', `/stories/${story.id}`, changed)).status, 200);
    let count = 0;
    await compare(
      async () => {
        const writer = await signedIn(context, `writes-note-${++count}`);
        const sent = await call(writer, 'POST', `/stories/${story.id}/notes`, { content: 'A word to you.' });
        assert.equal(sent.status, 201, JSON.stringify(sent.body));
      },
      async (counted) => {
        const listed = await listOwnNotes(counted, { box: 'received', page: 1, limit: 20 }, author.caller);
        assert.ok(listed.ok && listed.data.threads.length >= 2);
        assert.ok(listed.data.threads.every(({ may_answer }) => may_answer));
      },
    );
  });
});
