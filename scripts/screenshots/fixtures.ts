import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { DataOf } from '#base/contract.ts';
import { signUp } from '#features/accounts/contract/accounts.ts';
import { createChapter, editChapter, listChapters } from '#features/chapters/contract/chapters.ts';
import { editComment, sendComment } from '#features/comments/contract/comments.ts';
import { sendCorrection } from '#features/corrections/contract.ts';
import { createImport, getImport, type Import } from '#features/imports/contract.ts';
import { decideCase, getCase, openCase } from '#features/moderation/contract/cases.ts';
import { answerNote, sendNote } from '#features/notes/contract.ts';
import { addPenName } from '#features/pen-names/contract.ts';
import { assignRoleAsOperator } from '#features/people/service.ts';
import { addBookmark } from '#features/reactions/contract/bookmarks.ts';
import { reportStory } from '#features/reports/contract.ts';
import { createSecretLink } from '#features/secret-links/contract.ts';
import { createSeries, setSeriesStories } from '#features/series/contract.ts';
import { createShelf, putOnShelf } from '#features/shelves/contract/shelves.ts';
import { deleteStory } from '#features/stories/contract/delete-story.ts';
import { frontpage, publishStory } from '#features/stories/contract/stories.ts';
import type { RunningSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';

type Session = DataOf<typeof signUp>;

export type Fixtures = Awaited<ReturnType<typeof addFixtures>>;

/** Creates an admin who is also an author, with all that their pages can show, and cases for them to review. */
export async function addFixtures(site: RunningSite) {
  const password = 'a lamp for every window';
  const join = (username: string) =>
    site.call(signUp, { username, email: `${username}@example.org`, password });
  const [writer, reader, moderator] = [
    await join('ines-okafor'),
    await join('quiet-reader'),
    await join('evening-desk'),
  ];
  const story = await site.call(
    publishStory,
    {
      title: 'The Weather House',
      synopsis: 'Two forecasters of sixty share one barometer.',
      tags: ['slow burn'],
      notes: true,
    },
    writer.token,
  );
  const id = String(story.id);
  const chapter = { title: 'Set Fair', content: '<p>It had been falling since noon.</p>' };
  const { id: chapterId } = await site.call(createChapter, { id, ...chapter }, writer.token);
  const content = '<p>It had been falling since noon, and she had <em>not</em> looked once.</p>';
  await site.call(editChapter, { id, chapterId: String(chapterId), ...chapter, content }, writer.token);
  await talk(site, { story, chapterId, writer, reader });
  const penName = await site.call(
    addPenName,
    { username: 'night-quill', display_name: 'The Night Quill' },
    writer.token,
  );
  const reason = 'The second page is copied from a book of mine.';
  const { stories } = await site.call(frontpage, { sort: 'trending', limit: 2 });
  for (const { id } of stories) {
    await site.call(reportStory, { id: String(id), reason }, reader.token);
    await site.call(addBookmark, { id: String(id) }, writer.token);
  }
  await addStatistics(site, { storyId: story.id, chapterId });
  const { url: secretUrl } = await site.call(createSecretLink, { id }, writer.token);
  await site.within(async (context) => {
    await assignRoleAsOperator(context, 'ines-okafor', 'admin');
    await assignRoleAsOperator(context, 'evening-desk', 'moderator');
  });
  await addHiddenAndDeletedStory(site, { writer, moderator });
  const [commented] = stories;
  const said = { id: String(commented?.id), content: 'Nobody of your age writes like this.' };
  const comment = await site.call(sendComment, said, reader.token);
  const kinder = { id: String(comment.id), content: 'I did not expect this of a first story.' };
  await site.call(editComment, kinder, reader.token);
  const { id: commentCase } = await site.call(openCase, { comment: kinder.id }, writer.token);
  return {
    // The session is as after the next request of the profile, which returns the role and the pen names.
    session: {
      ...writer,
      user: { ...writer.user, role: 'admin' as const, pen_name_ids: [penName.id] },
    },
    ...{ slug: story.slug, chapterId, commentCase },
    commented: commented?.slug ?? '',
    series: await addSeries(site, writer, story.id),
    list: await addList(site, reader, stories),
    importId: await sendImport(site, writer),
    secretLink: secretUrl.split('/').at(-1) ?? '',
  };
}

/** Comments, a private note, and corrections in both directions. */
async function talk(
  site: RunningSite,
  people: { story: { id: number }; chapterId: number; writer: Session; reader: Session },
): Promise<void> {
  const { story, chapterId, writer, reader } = people;
  const id = String(story.id);
  const content = '> falling since noon\n\nI could *hear* that barometer.';
  const said = await site.call(sendComment, { id, chapter_id: chapterId, content }, reader.token);
  const answer = 'So could my landlady.';
  await site.call(sendComment, { id, parent_id: said.id, content: answer }, writer.token);
  await site.call(
    sendComment,
    { id, content: 'Read it in one sitting, with the window open.' },
    reader.token,
  );
  const note = await site.call(sendNote, { id, content: 'Is there a real Weather House?' }, reader.token);
  await site.call(
    answerNote,
    { id: String(note.id), content: 'There was. It is a bakery now.' },
    writer.token,
  );
  const noon = { quote: 'since noon', replacement: 'since ten', note: 'The bell has just struck ten.' };
  await site.call(sendCorrection, { id: String(chapterId), ...noon, wants_credit: true }, reader.token);
  const { stories } = await site.call(frontpage, { sort: 'trending', limit: 1 });
  const { chapters } = await site.call(listChapters, { id: String(stories[0]?.id) });
  const comma = { quote: 'and then', replacement: 'then', note: 'To my ear.' };
  await site.call(sendCorrection, { id: String(chapters[0]?.id), ...comma }, writer.token);
}

/** Readers of six weeks, most of whom finish the chapter. */
function addStatistics(site: RunningSite, { storyId, chapterId }: { storyId: number; chapterId: number }) {
  return site.within(({ db }) =>
    sql`insert into story_statistics (story_id, chapter_id, day, kind, count)
      select ${storyId}::bigint, 0, (now() at time zone 'UTC')::date - n, kind, count + (n * 5) % 9
        from generate_series(0, 41) as n,
          (values ('view', 24), ('visit', 16), ('from-search', 9), ('bookmark', 5)) as counted (kind, count)
      union all
      select ${storyId}::bigint, ${chapterId}::bigint, (now() at time zone 'UTC')::date, kind, count
        from (values ('started', 80), ('completed', 61)) as read (kind, count)`.execute(db),
  );
}

/** A story of the author that moderators hide, and one in the trash. */
async function addHiddenAndDeletedStory(
  site: RunningSite,
  { writer, moderator }: { writer: Session; moderator: Session },
): Promise<void> {
  const [hidden, binned] = [
    await site.call(publishStory, { title: 'The Barometer’s Daughter', tags: ['mystery'] }, writer.token),
    await site.call(publishStory, { title: 'Notes for a Warmer Year' }, writer.token),
  ];
  for (const { id } of [hidden, binned])
    await site.call(
      createChapter,
      { id: String(id), title: 'One', content: '<p>Nobody had asked for rain.</p>' },
      writer.token,
    );
  const { id } = await site.call(openCase, { story: hidden.slug }, moderator.token);
  const { revision } = await site.call(getCase, { id }, moderator.token);
  await site.call(
    decideCase,
    {
      ...{ id, revision, action: 'hide', rule: 'own-work' },
      passage: 'Nobody had asked for rain.',
      note: 'The first chapter repeats another author’s. It comes back once that is settled.',
    },
    moderator.token,
  );
  await site.call(deleteStory, { id: String(binned.id) }, writer.token);
}

async function addSeries(site: RunningSite, { token }: Session, storyId: number): Promise<string> {
  const about = { title: 'Instruments', synopsis: 'One house, one instrument, one year each.' };
  const { id, slug } = await site.call(createSeries, about, token);
  const second = await site.call(
    publishStory,
    { title: 'The Tide Table', synopsis: 'The harbour master of seventy answers a letter.' },
    token,
  );
  const low = { title: 'Low Water', content: '<p>The letter came with the ebb.</p>' };
  await site.call(createChapter, { id: String(second.id), ...low }, token);
  await site.call(setSeriesStories, { id: String(id), story_ids: [storyId, second.id] }, token);
  return slug;
}

async function addList(
  site: RunningSite,
  { token }: Session,
  stories: readonly { id: number }[],
): Promise<string> {
  const about = {
    title: 'For the night train',
    synopsis: 'Short enough for one journey.',
    visibility: 'public' as const,
  };
  const { id, slug } = await site.call(createShelf, about, token);
  for (const story of stories)
    await site.call(putOnShelf, { id, story_id: String(story.id), note: 'Begin before the tunnel.' }, token);
  return slug;
}

/** Sends a manuscript of two chapters, and waits until it is read. */
async function sendImport(site: RunningSite, { token }: Session): Promise<string> {
  const text =
    '# The Rain Gauge\n\n## January\n\nShe *measured* it twice.\n\n***\n\nIt was less the second time.\n\n## February\n\nHe brought a bigger one.';
  const form = new FormData();
  form.append('files', new File([text], 'the-rain-gauge.md'));
  const answer = await fetch(`${site.url}/api${createImport.path}`, {
    ...{ method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } },
  });
  assert.equal(answer.status, 201);
  const { data } = (await answer.json()) as { data: Import };
  const id = String(data.id);
  await untilEqual(async () => (await site.call(getImport, { id }, token)).state, 'ready');
  return id;
}
