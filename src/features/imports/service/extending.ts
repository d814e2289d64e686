/** The chapters of an import as the last ones of a story that exists (decision 0158). */
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { groupThousands } from '#base/text.ts';
import {
  chapterMessages,
  MAX_CHAPTER_ORDER,
  MAX_CHAPTERS_PER_STORY,
} from '#features/chapters/contract/chapters.ts';
import { chaptersForAuthor } from '#features/chapters/service/chapters.ts';
import { changeSeveral } from '#features/chapters/service/several-chapters.ts';
import { lockOwnStory, storiesByIds } from '#features/stories/service/stories.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { type acceptImport, importMessages } from '../contract.ts';
import { divideLong } from '../rules/divide-long.ts';
import { isDraftChapter } from '../rules/imported-story.ts';
import { type AcceptedStory, filesOf, markAccepted } from '../store.ts';
import { chosenStories } from './chosen-stories.ts';
import { lockReadImport } from './imports.ts';
import { storeChapter } from './store-chapter.ts';

type Input = ParsedInputOf<typeof acceptImport> & { add_to: string };
type Accepted = DataOf<typeof acceptImport>;
type Extended = AcceptedStory & { chapterIds: number[] };

export function isExtended(story: AcceptedStory): story is Extended {
  return story.chapterIds !== undefined;
}

/**
 * Adds the chosen chapters as drafts, all or none, and then publishes them together if their author wants that. A kill or
 * a refusal in between leaves drafts.
 */
export async function extendOwnStory(
  context: Context,
  input: Input,
  caller: CallerOf<typeof acceptImport>,
): Promise<Outcome<Accepted>> {
  const extended = await context.db
    .transaction()
    .execute((transaction) => addDrafts(transaction, input, caller));
  if (!extended.ok) return extended;
  const { id, story } = extended.data;
  const data = { id, state: 'accepted' as const, stories: [story] };
  if (input.chapter_state === 'draft' || story.chapterIds.length === 0)
    return success(data, importMessages.chaptersAdded);
  const chapters = story.chapterIds.map((chapterId) => ({ id: chapterId, state: input.chapter_state }));
  const published = await changeSeveral(context, { id: String(story.id), chapters }, caller);
  if (published.ok) return success(data, importMessages.chaptersPublished);
  const refusal = `${importMessages.chaptersStayDrafts} ${published.message}`;
  return success({ ...data, refusal }, refusal);
}

async function addDrafts(
  transaction: OpenTransaction,
  { id, add_to, stories }: Input,
  { account }: CallerOf<typeof acceptImport>,
): Promise<Outcome<{ id: number; story: Extended }>> {
  const own = await lockOwnStory(transaction, add_to, account.id, chapterMessages.addNotYours);
  if (!own.ok) return own;
  const stored = await lockReadImport(transaction, id, account.id);
  if (!stored.ok) return stored;
  const storyId = own.data.id;
  if (stored.data.state === 'accepted') {
    // The answer to the first acceptance may have got lost.
    const before = stored.data.accepted.filter(isExtended).find((story) => story.id === storyId);
    if (before === undefined) return failure('invalid', importMessages.acceptedAlready);
    return success({ id: stored.data.id, story: before });
  }
  const chosen = chosenStories(await filesOf(transaction, stored.data.id), stories);
  if (!chosen.ok) return chosen;
  const added = chosen.data.flatMap(({ file, story }) =>
    divideLong(story.chapters).chapters.map((chapter) => ({ file, chapter })),
  );
  if (added.length === 0) return invalidField('stories', importMessages.nothingChosen);
  const present = await chaptersForAuthor(transaction, storyId);
  const room = MAX_CHAPTERS_PER_STORY - present.length;
  if (added.length > room) return failure('invalid', tooManyChapters(added.length, room));
  const last = present.reduce((highest, { order }) => Math.max(highest, order), 0);
  const chapterIds: number[] = [];
  for (const [index, { file, chapter }] of added.entries()) {
    const order = Math.min(last + index + 1, MAX_CHAPTER_ORDER);
    const details = { ...chapter.details, state: 'draft' };
    const chapterId = await storeChapter(
      transaction,
      file,
      { ...chapter, details },
      { story_id: storyId, order },
    );
    if (!isDraftChapter(chapter)) chapterIds.push(chapterId);
  }
  const [story] = await storiesByIds(transaction, [storyId]);
  if (story === undefined) throw new Error('a locked story is there');
  const extended = { id: storyId, slug: story.slug, title: story.title, chapterIds };
  await markAccepted(transaction, stored.data.id, [extended]);
  return success({ id: stored.data.id, story: extended });
}

function tooManyChapters(chosen: number, room: number): string {
  if (room <= 0) return chapterMessages.tooMany;
  return `A story can hold ${groupThousands(MAX_CHAPTERS_PER_STORY)} chapters. This one has room for ${groupThousands(room)} more, and you have chosen ${groupThousands(chosen)}. Leave some out.`;
}
