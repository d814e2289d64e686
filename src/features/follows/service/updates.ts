import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type NoData, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { inAccountTransaction } from '#features/accounts/service/profile.ts';
import { findReadableStory } from '#features/stories/service/find-story.ts';
import { storiesByIds } from '#features/stories/service/stories.ts';
import { type Connection, isBrokenReference } from '#platform/database/database.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { type getUpdates, type markUpdatesRead, updateMessages } from '../contract/updates.ts';
import { unreadNews } from '../store/news.ts';
import {
  chaptersByIds,
  deleteUnneededReads,
  isBrought,
  isReadableChapter,
  setAllRead,
  setReadUpTo,
} from '../store/reads.ts';
import { newsScope } from './news.ts';

export async function readOwnUpdates(
  { db }: Context,
  { page, limit, since }: ParsedInputOf<typeof getUpdates>,
  { account }: CallerOf<typeof getUpdates>,
): Promise<Outcome<DataOf<typeof getUpdates>>> {
  const asOf = new Date();
  const { offset, beyond } = pageWindow(page, limit);
  const scope = await newsScope(db, account.id);
  const news = await unreadNews(db, scope, {
    offset: beyond ? 0 : offset,
    limit: beyond ? 0 : limit,
    since: since === undefined ? undefined : new Date(since),
  });
  const [stories, chapters] = await Promise.all([
    storiesByIds(
      db,
      news.stories.map(({ story_id }) => story_id),
      account.id,
    ),
    chaptersByIds(
      db,
      news.stories.flatMap(({ chapter_ids }) => chapter_ids),
    ),
  ]);
  const newsOf = new Map(news.stories.map((entry) => [entry.story_id, entry]));
  const chapterOf = new Map(chapters.map((chapter) => [chapter.id, chapter]));
  const updates = stories.flatMap(({ waiting_for: _, ...story }) => {
    const entry = newsOf.get(story.id);
    if (entry === undefined) return [];
    return [
      {
        story,
        new_chapters: entry.unread,
        newest_at: entry.newest_at.toISOString(),
        chapters: entry.chapter_ids.flatMap((id) => {
          const chapter = chapterOf.get(id);
          if (chapter === undefined) return [];
          return [{ ...chapter, published_at: chapter.published_at.toISOString() }];
        }),
      },
    ];
  });
  return success(
    {
      unread: news.unread,
      stories: updates,
      as_of: asOf.toISOString(),
      pagination: pagination(page, limit, news.total),
    },
    depthMessage(news.total),
  );
}

export async function markOwnUpdatesRead(
  { db }: Context,
  { until, story_id, chapter_id }: ParsedInputOf<typeof markUpdatesRead>,
  { account }: CallerOf<typeof markUpdatesRead>,
): Promise<Outcome<NoData>> {
  if (story_id === undefined && chapter_id === undefined) {
    return inAccountTransaction(db, account.id, async (transaction) => {
      await setAllRead(transaction, account.id, until === undefined ? undefined : new Date(until));
      return success({}, updateMessages.allRead);
    });
  }
  if (story_id === undefined) return invalidField('story_id', updateMessages.both);
  if (chapter_id === undefined) return invalidField('chapter_id', updateMessages.both);
  return markUpTo(db, account, story_id, chapter_id);
}

async function markUpTo(
  db: Connection,
  account: SignedIn,
  storyId: number,
  chapterId: number,
): Promise<Outcome<NoData>> {
  // One that is shared by link is no secret here: nothing is told that the caller did not send.
  const story = await findReadableStory(db, String(storyId), account);
  const follows = await isBrought(db, account.id, storyId);
  if (!story.ok && !follows.directly) return failure('not-found', updateMessages.chapterNotFound);
  if (!(await isReadableChapter(db, storyId, chapterId)))
    return failure('not-found', updateMessages.chapterNotFound);
  if (follows.directly || follows.hasFilters) await storeReadUpTo(db, account.id, { storyId, chapterId });
  return success({}, updateMessages.readUpTo);
}

async function storeReadUpTo(
  db: Connection,
  accountId: number,
  read: { storyId: number; chapterId: number },
): Promise<void> {
  try {
    await inAccountTransaction(db, accountId, async (transaction) => {
      await setReadUpTo(transaction, accountId, read);
      return success({});
    });
  } catch (error) {
    // The story was deleted in between.
    if (!isBrokenReference(error)) throw error;
  }
}

/** Notes a chapter that was read to its end, for a story that something the reader follows brings; else nothing is stored. */
export async function noteFinishedChapter(
  db: Connection,
  accountId: number,
  read: { storyId: number; chapterId: number },
): Promise<void> {
  const { directly, hasFilters } = await isBrought(db, accountId, read.storyId);
  if (directly || hasFilters) await storeReadUpTo(db, accountId, read);
}

export async function forgetUnneededReads({ db }: Pick<Context, 'db'>): Promise<void> {
  await deleteUnneededReads(db);
}
