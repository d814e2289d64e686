import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { ownHiddenSet, withCanonicalTags } from '#features/hidden/service.ts';
import { asksForTerms } from '#features/legal/service/terms.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { urls } from '#urls.ts';
import {
  type countInbox,
  type InboxEntry,
  inboxMessages,
  MAX_UNREAD_COUNT,
  type markInboxRead,
  type readInbox,
} from '../contract.ts';
import { commentBeginning, groupText } from '../rules.ts';
import {
  countUnread,
  type GroupRow,
  groupsOf,
  type InboxReader,
  isOwnItem,
  setAllRead,
  setGroupRead,
} from '../store/inbox.ts';

/** An account with the stories that it hides: nothing in the inbox is about them. */
export async function inboxReader(connection: Connection, account: { id: number }): Promise<InboxReader> {
  const own = await ownHiddenSet(connection, { hidden: '', show_hidden: 'false' }, account);
  return { accountId: account.id, hidden: await withCanonicalTags(connection, own) };
}

export async function readOwnInbox(
  context: Context,
  { page, limit }: ParsedInputOf<typeof readInbox>,
  { account }: CallerOf<typeof readInbox>,
): Promise<Outcome<DataOf<typeof readInbox>>> {
  const { db } = context;
  const reader = await inboxReader(db, account);
  const { offset, beyond } = pageWindow(page, limit);
  const [rows, unread, asksTerms] = await Promise.all([
    beyond ? [] : groupsOf(db, reader, { offset, limit }),
    countUnread(db, reader, MAX_UNREAD_COUNT),
    asksForTerms(context, account),
  ]);
  const { total, latest_at: latestAt } = rows[0] ?? (await inboxBefore(db, reader, page));
  return success(
    {
      unread: unread + Number(asksTerms),
      asks_terms: asksTerms,
      groups: rows.map(present),
      // Not the time of this answer: an item whose transaction ends a moment later has an earlier time than that.
      as_of: latestAt.toISOString(),
      pagination: pagination(page, limit, total),
    },
    depthMessage(total),
  );
}

const EMPTY_INBOX = { total: 0, latest_at: new Date(0) };

/** The number of groups and the time of the latest item, for a page beyond the last. */
async function inboxBefore(connection: Connection, reader: InboxReader, page: number) {
  if (page === 1) return EMPTY_INBOX;
  const [first] = await groupsOf(connection, reader, { offset: 0, limit: 1 });
  return first ?? EMPTY_INBOX;
}

function present(row: GroupRow): InboxEntry {
  return {
    id: row.id,
    kind: row.kind,
    count: row.count,
    text: textOf(row),
    excerpt: excerptOf(row),
    url: urlOf(row),
    story:
      row.story_id === null
        ? null
        : { id: row.story_id, title: row.story_title ?? '', slug: row.story_slug ?? '' },
    newest_at: row.newest_at.toISOString(),
    is_read: row.read_at !== null,
  };
}

/** The words of a single comment, or of the earliest of several replies in a thread: the one that the group opens. */
function excerptOf({ kind, count, waits, comment_content: content }: GroupRow): string | null {
  const isOpened = kind === 'reply' || (kind === 'comment' && count === 1);
  return isOpened && !waits && content !== null ? commentBeginning(content) : null;
}

export function textOf(row: GroupRow): string {
  const titled = (title: string | null) => (title === null ? null : { title });
  return groupText({
    ...row,
    story: titled(row.story_title),
    series: titled(row.series_title),
    list: titled(row.list_title),
    author: row.author_name === null ? null : { name: row.author_name },
    decision:
      row.action === null
        ? null
        : {
            action: row.action,
            story: row.decided_story,
            list: row.decided_list,
            isAboutComment: row.is_about_comment,
          },
  });
}

/** The path of what a group is about: one comment among its thread, several in their list, corrections in the editor, notes in their box. */
function urlOf(row: GroupRow): string | null {
  const { kind, story_slug: slug } = row;
  if (kind === 'decision') return urls.decisions(row.entry_id ?? undefined);
  if (kind === 'sweep') return urls.receivedComments('removed');
  if (row.author_username !== null) return urls.author(row.author_username);
  if (row.series_slug !== null) return urls.series(row.series_slug);
  if (row.list_slug !== null) return urls.list(row.list_slug);
  if (slug === null) return null;
  if (kind === 'comment' && row.waits) return urls.receivedComments();
  if (kind === 'correction' && row.chapter_id !== null)
    return row.count === 1 ? urls.editChapter(slug, row.chapter_id) : `${urls.editStory(slug)}#beta-readers`;
  if (kind === 'note') return urls.notes({ box: row.is_own_story ? 'received' : 'sent' });
  if (row.comment_id === null) return urls.story(slug);
  const { chapter_id } = row;
  const commentsOf = (query: { sort?: string; thread?: number }) =>
    chapter_id === null ? urls.comments(slug, query) : urls.chapterComments(slug, chapter_id, query);
  if (kind === 'comment' && row.count > 1)
    return row.is_one_place ? commentsOf({ sort: 'newest' }) : urls.receivedComments('shown');
  return `${commentsOf({ thread: row.thread_id ?? row.comment_id })}#comment-${row.comment_id}`;
}

export async function countOwnInbox(
  context: Context,
  _input: unknown,
  { account }: CallerOf<typeof countInbox>,
): Promise<Outcome<DataOf<typeof countInbox>>> {
  return success({ unread: await countOf(context, account, await inboxReader(context.db, account)) });
}

/** The number in the menu: the unread items, and the question about the terms, which only an answer ends. */
async function countOf(context: Context, account: { id: number }, reader: InboxReader): Promise<number> {
  const [unread, asksTerms] = await Promise.all([
    countUnread(context.db, reader, MAX_UNREAD_COUNT),
    asksForTerms(context, account),
  ]);
  return unread + Number(asksTerms);
}

export async function markOwnInboxRead(
  context: Context,
  { id, until }: ParsedInputOf<typeof markInboxRead>,
  { account }: CallerOf<typeof markInboxRead>,
): Promise<Outcome<DataOf<typeof markInboxRead>>> {
  const { db } = context;
  const reader = await inboxReader(db, account);
  const unread = () => countOf(context, account, reader);
  if (id === undefined) {
    await setAllRead(db, reader, until === undefined ? new Date() : new Date(until));
    return success({ unread: await unread() }, inboxMessages.allRead);
  }
  if (!(await isOwnItem(db, account.id, id))) return failure('not-found', inboxMessages.notFound);
  await setGroupRead(db, reader, id);
  return success({ unread: await unread() }, inboxMessages.read);
}
