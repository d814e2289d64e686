import { sql } from 'kysely';
import type { Book } from '#features/library/rules.ts';
import { importBookIn } from '#features/library/service.ts';
import { updateRankings } from '#features/reactions/service/rankings.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Context } from '#platform/runtime/context.ts';
import { hashOfToken } from '#platform/security/token.ts';
import { fillExampleStories, people } from '#tests/world.ts';

/** The tag of the many small stories, which span several pages of every list. */
export const POPULAR_TAG = 'postcards';

const POSTCARDS = 40;

/** The token of a secret link of the story with everything. */
export const SECRET_LINK = 'a-beta-readers-link';

/** A chapter with everything that the editor's toolbar makes, and a picture from another host. */
const everyKind = `
<h2>A Heading</h2><p>She wrote <strong>one</strong> line and <em>crossed it out</em>, being fifty and in no hurry.</p>
<h3>A Smaller One</h3><ul><li>a lamp</li><li>a pen</li></ul><ol><li>first</li><li>then</li></ol>
<blockquote><p>He read it aloud.</p></blockquote><pre><code>if (letter) { answer(); }</code></pre>
<p class="align-center">In the middle</p><p class="align-right">At the right</p><p class="align-justify">From edge to edge</p>
<p>A <a href="https://example.org/?a=1&amp;b=2">link</a>, a break<br>and <img src="https://pictures.invalid/lamp.png" alt="A lamp">.</p>
<p>${'Long'.repeat(60)}</p>`;

export const everyKindTitle = 'Everything the Editor Makes';

const books: Book[] = [
  {
    title: everyKindTitle,
    description: `One paragraph.\n\nAnother one, with ${'an-unbroken-word-'.repeat(12)} in it.`,
    subjects: ['anthology', 'form & matter', 'what is a tag of nearly fifty characters good for'],
    published: '2026-08-01',
    chapters: [
      { title: 'Everything', html: everyKind },
      { title: 'Nothing Much', html: '<p>And then they were quiet.</p>' },
    ],
  },
  ...Array.from({ length: POSTCARDS }, (_, at) => ({
    title: `Postcard ${at + 1}`,
    description: 'Two pensioners write to each other, one line a week.',
    subjects: [POPULAR_TAG, 'letters'],
    published: '2026-07-01',
    chapters: [{ title: 'The Line', html: `<p>Week ${at + 1}: still here, still yours.</p>` }],
  })),
];

/** A series of the first postcards. */
async function addSeries(connection: Connection, storyIds: number[]): Promise<void> {
  const { id: owner_id } = await connection
    .selectFrom('accounts')
    .select('id')
    .where('username', '=', 'post-office')
    .executeTakeFirstOrThrow();
  const texts = { title: 'Letters From Abroad', synopsis: 'One line a week, and then another.' };
  const { id } = await connection
    .insertInto('series')
    .values({ ...texts, owner_id, author_id: owner_id, slug: 'letters-from-abroad' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await connection
    .insertInto('series_stories')
    .values(storyIds.map((story_id, at) => ({ series_id: id, story_id, position: at + 1 })))
    .execute();
}

/** A reading list of the same author with the first postcards. */
async function addList(connection: Connection, storyIds: number[]): Promise<void> {
  const { id: owner_id } = await connection
    .selectFrom('accounts')
    .select('id')
    .where('username', '=', 'post-office')
    .executeTakeFirstOrThrow();
  const texts = { title: 'Postcards to Keep', synopsis: 'The ones with the good stamps.' };
  const { id } = await connection
    .insertInto('shelves')
    .values({ ...texts, owner_id, author_id: owner_id, slug: 'postcards-to-keep', visibility: 'public' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await connection
    .insertInto('shelf_stories')
    .values(
      storyIds.map((story_id, at) => ({
        shelf_id: id,
        story_id,
        position: at + 1,
        note: at === 0 ? 'Begin here.' : '',
      })),
    )
    .execute();
}

/** Comments on a story and its first chapter, among them one that is gone and a long thread. */
async function addComments(connection: Connection, storyId: number): Promise<void> {
  const chapter = await connection
    .selectFrom('chapters')
    .select('id')
    .where('story_id', '=', storyId)
    .orderBy('order')
    .executeTakeFirstOrThrow();
  const names = await connection
    .selectFrom('accounts')
    .select('id')
    .where('username', 'in', ['post-office', people.una])
    .execute();
  const say = async (content: string, place: { chapter_id?: number; parent_id?: number } = {}, by = 0) => {
    const account_id = names[by % names.length]?.id ?? 0;
    const { id } = await connection
      .insertInto('comments')
      .values({ ...place, story_id: storyId, account_id, author_id: account_id, content, state: 'shown' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const root = await say(
    '> crossed it out\n\nI *loved* this line.\nAnd <b>this</b> https://example.org/?a=1&b=2',
  );
  for (let at = 0; at < 12; at += 1) await say(`Yes, and ${at} more.`, { parent_id: root }, at);
  await sql`update comments set state = 'deleted', content = '', account_id = null, author_id = null
    where id = ${root + 1}`.execute(connection);
  const first = await say(`${'An-unbroken-word-'.repeat(12)} and ${'a long sentence '.repeat(60)}`, {
    chapter_id: chapter.id,
  });
  await say('Short.', { chapter_id: chapter.id, parent_id: first }, 1);
  for (let at = 0; at < 20; at += 1) await say(`Comment ${at + 1}.`, {}, at);
}

/**
 * Adds to the sample library: the people and stories that all tests share, odd texts, and enough for several
 * pages. The added stories have no readers yet, so that the sample library stays first in every list.
 */
export async function fillFixtures(context: Context): Promise<void> {
  await fillExampleStories(context);
  const storyIds = await context.db.transaction().execute(async (transaction) => {
    const ids: number[] = [];
    for (const book of books) {
      const imported = await importBookIn(transaction, book, 'post-office');
      if (!imported.ok) throw new Error(`${book.title}: ${imported.message}`);
      ids.push(imported.data.id);
    }
    await addSeries(transaction, ids.slice(1, 4));
    await addList(transaction, ids.slice(1, 4));
    await addComments(transaction, ids[0] ?? 0);
    const link = { token_hash: hashOfToken(SECRET_LINK), salt: Buffer.from('salt') };
    await transaction
      .insertInto('secret_links')
      .values({ story_id: ids[0] ?? 0, ...link })
      .execute();
    return ids;
  });
  await updateRankings(context, storyIds);
}
