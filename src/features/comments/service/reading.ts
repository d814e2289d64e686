import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { type Comment, commentMessages, type listComments, REPLIES_IN_LIST } from '../contract/comments.ts';
import type { countComments } from '../contract/counts.ts';
import { paragraphMessages } from '../contract/paragraphs.ts';
import { commentsByIds, findChapter } from '../store/comments.ts';
import { countsOfStory, firstReplies, hiddenReplies, listTotals, replyIds } from '../store/lists.ts';
import { pinnedThread } from '../store/pins.ts';
import type { CommentedStory } from '../store/stories.ts';
import { type CommentList, type CommentViewer, hiddenThreads, threadIds } from '../store/threads.ts';
import { commentNotFound, findStoryForComments } from './access.ts';
import { paragraphsAt, withParagraphs } from './paragraphs.ts';
import { presentComment, type Reader } from './present.ts';
import { commentRefusal } from './refusal.ts';

type Input = ParsedInputOf<typeof listComments>;
type Listed = DataOf<typeof listComments>;

const viewerOf = ({ account, isModerating }: Reader): CommentViewer | undefined =>
  account === undefined ? undefined : { id: account.id, isModerating };

export async function listCommentsOfStory(
  { db }: Context,
  input: Input,
  { account }: Pick<CallerOf<typeof listComments>, 'account'>,
): Promise<Outcome<Listed>> {
  if (input.paragraph !== undefined && input.chapter_id === undefined)
    return invalidField('paragraph', paragraphMessages.needsChapter);
  const found = await findStoryForComments(db, input.id, account);
  if (!found.ok) return found;
  const { story, reader } = found.data;
  const chapter =
    input.chapter_id === undefined
      ? null
      : await findChapter(db, {
          ...{ storyId: story.id, chapterId: input.chapter_id },
          isOwn: reader.isModerating,
        });
  if (chapter === undefined) return failure('not-found', commentMessages.chapterNotFound);
  const own =
    account === undefined
      ? {}
      : {
          may_comment: (await commentRefusal(db, story, account)) === undefined,
          may_decide: reader.isModerating,
          must_give_reason: reader.isModerating && story.owner_id !== account.id,
        };
  const settings = { about: aboutOf(story, chapter), setting: story.setting, ...own };
  if (input.parent_id !== undefined) return listReplies(db, story, input, input.parent_id, reader, settings);
  // Where comments are off, nobody sees any but the author and the staff.
  if (story.setting === 'off' && !reader.isModerating)
    return success({
      ...{ comments: [], thread: null, comment_count: 0, ...settings },
      pagination: pagination(input.page, input.limit, 0),
    });
  return listThreads(db, story, input, reader, settings);
}

function aboutOf(story: CommentedStory, chapter: { id: number; title: string } | null): Listed['about'] {
  return {
    story_id: story.id,
    story_slug: story.slug,
    story_title: story.title,
    language: story.language,
    author_username: story.username,
    author_display_name: story.display_name || story.username,
    chapter_id: chapter?.id ?? null,
    chapter_title: chapter?.title ?? null,
  };
}

type Settings = Pick<Listed, 'about' | 'setting' | 'may_comment' | 'may_decide' | 'must_give_reason'>;

async function listThreads(
  db: Connection,
  story: CommentedStory,
  { chapter_id, paragraph, on, sort, page, limit }: Input,
  reader: Reader,
  settings: Settings,
): Promise<Outcome<Listed>> {
  const list: CommentList = {
    storyId: story.id,
    on:
      chapter_id === undefined
        ? on
        : paragraph === undefined
          ? { chapterId: chapter_id }
          : { chapterId: chapter_id, paragraphIds: await paragraphsAt(db, chapter_id, paragraph) },
  };
  const viewer = viewerOf(reader);
  const { offset, beyond } = pageWindow(page, limit);
  const [pinned, hidden] = await Promise.all([
    pinnedThread(db, list),
    viewer === undefined ? [] : hiddenThreads(db, list, viewer),
  ]);
  // The pinned thread takes the first place, and the others move on by one.
  const window =
    pinned === undefined
      ? { offset, limit }
      : offset === 0
        ? { offset, limit: limit - 1 }
        : { offset: offset - 1, limit };
  const [others, totals] = await Promise.all([
    beyond ? [] : threadIds(db, list, hidden, { sort, ...window, except: pinned }),
    listTotals(db, list),
  ]);
  const ids = pinned === undefined || offset > 0 || beyond ? others : [pinned, ...others];
  const total = totals.threads + hidden.length;
  return success(
    {
      comments: await threadsWithReplies(db, story.id, ids, reader),
      ...{ thread: null, comment_count: totals.comments, ...settings },
      pagination: pagination(page, limit, total),
    },
    depthMessage(total),
  );
}

async function threadsWithReplies(
  db: Connection,
  storyId: number,
  ids: number[],
  reader: Reader,
): Promise<Comment[]> {
  const viewer = viewerOf(reader);
  const [shown, hidden] = await Promise.all([
    firstReplies(db, ids, REPLIES_IN_LIST),
    viewer === undefined ? [] : hiddenReplies(db, storyId, ids, viewer),
  ]);
  const places = [...shown, ...hidden].sort((one, other) => one.id - other.id);
  const rows = await commentsByIds(db, [...ids, ...places.map(({ id }) => id)], reader.account?.id);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const repliesOf = Map.groupBy(places, (place) => place.parent_id);
  const rowsAt = (at: { id: number }[] = []) =>
    at.map(({ id }) => rowOf.get(id)).filter((row) => row !== undefined);
  const threads = rowsAt(ids.map((id) => ({ id }))).map((row) =>
    presentComment(row, rowsAt(repliesOf.get(row.id)), reader),
  );
  return withParagraphs(db, threads);
}

async function listReplies(
  db: Connection,
  story: CommentedStory,
  { page, limit, chapter_id }: Input,
  parentId: number,
  reader: Reader,
  settings: Settings,
): Promise<Outcome<Listed>> {
  const [root] = await commentsByIds(db, [parentId], reader.account?.id);
  const isHere =
    root !== undefined &&
    root.story_id === story.id &&
    root.parent_id === null &&
    (chapter_id === undefined || root.chapter_id === chapter_id);
  if (!isHere || (story.setting === 'off' && !reader.isModerating)) return commentNotFound();
  const isMine = reader.account !== undefined && root.account_id === reader.account.id;
  const isListed = (root.state === 'shown' && root.withheld_at === null) || root.reply_count > 0;
  if (!isListed && !isMine && !reader.isModerating) return commentNotFound();
  if (root.chapter_id !== null && !reader.isModerating) {
    const chapter = { storyId: story.id, chapterId: root.chapter_id, isOwn: false };
    if ((await findChapter(db, chapter)) === undefined) return commentNotFound();
  }
  const { offset, beyond } = pageWindow(page, limit);
  const ids = beyond ? [] : await replyIds(db, parentId, { offset, limit });
  const viewer = viewerOf(reader);
  const isLast = offset + limit >= root.reply_count;
  const hidden = viewer === undefined || !isLast ? [] : await hiddenReplies(db, story.id, [parentId], viewer);
  const rows = await commentsByIds(
    db,
    [...ids, ...hidden.map(({ id }) => id)].sort((one, other) => one - other),
    reader.account?.id,
  );
  const [thread = null] = await withParagraphs(db, [presentComment(root, [], reader)]);
  return success({
    comments: rows.map((row) => presentComment(row, [], reader)),
    thread,
    comment_count: root.reply_count,
    ...settings,
    pagination: pagination(page, limit, root.reply_count),
  });
}

export async function countCommentsOfStory(
  { db }: Context,
  { id }: ParsedInputOf<typeof countComments>,
  { account }: Pick<CallerOf<typeof countComments>, 'account'>,
): Promise<Outcome<DataOf<typeof countComments>>> {
  const found = await findStoryForComments(db, id, account);
  if (!found.ok) return found;
  const { story } = found.data;
  const counts = story.setting === 'off' ? [] : await countsOfStory(db, story.id);
  return success({
    setting: story.setting,
    story_count: counts.find((count) => count.id === null)?.comment_count ?? 0,
    chapters: counts.flatMap(({ id: chapterId, title, number, comment_count }) =>
      chapterId === null ? [] : [{ id: chapterId, title: title ?? '', number: number ?? 0, comment_count }],
    ),
  });
}
