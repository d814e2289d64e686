import { failure, type Outcome, success } from '#base/failure.ts';
import { decodedSegment, pathOnSite } from '#base/site-address.ts';
import { findProfile } from '#features/authors/service.ts';
import { readChapter } from '#features/chapters/service/chapters.ts';
import { findPublicComment } from '#features/comments/service/moderation.ts';
import { authorOfSeries } from '#features/series/service.ts';
import { findPublishedList } from '#features/shelves/service/lists.ts';
import { findStoryId } from '#features/stories/service/find-story.ts';
import type { Connection } from '#platform/database/database.ts';
import { anonymous } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { reportMessages } from '../contract.ts';
import type { GuestReport } from '../store.ts';

type ReportedContent = Pick<GuestReport, 'target' | 'chapterId'>;

/**
 * The story, chapter, reading list, comment, or author of a page or a series, at an address of this site, as far as any
 * visitor can find it.
 */
export async function findReportedContent(
  context: Context,
  address: string,
): Promise<Outcome<ReportedContent>> {
  const path = pathOnSite(address, context.publicUrl);
  if (path === undefined) return failure('invalid', reportMessages.urlElsewhere);
  const commentId = /#comment-(\d{1,15})$/.exec(address)?.[1];
  if (commentId !== undefined && path.endsWith('/comments')) {
    const comment = await findPublicComment(context.db, commentId);
    if (comment !== undefined)
      return success({ target: { kind: 'comment', id: comment.id }, chapterId: comment.chapter_id });
  }
  const [, section, name = '', part, chapterId] = path.split('/').map(decodedSegment);
  const result =
    name === ''
      ? undefined
      : section === 'author'
        ? await findAuthor(context.db, name)
        : section === 'story'
          ? await findStory(context, name, part === 'chapter' ? (chapterId ?? '') : undefined)
          : section === 'series'
            ? await findSeriesAuthor(context, name)
            : section === 'list'
              ? await findList(context.db, name)
              : undefined;
  return result === undefined ? failure('invalid', reportMessages.urlNothing) : success(result);
}

async function findAuthor(connection: Connection, username: string): Promise<ReportedContent | undefined> {
  const profile = await findProfile(connection, { username }, undefined);
  return profile.ok ? { target: { kind: 'author', id: profile.data.id }, chapterId: null } : undefined;
}

/** A report of a series is a report of its author: it has no text besides a title and a synopsis. */
async function findSeriesAuthor(context: Context, slug: string): Promise<ReportedContent | undefined> {
  const authorId = await authorOfSeries(context.db, slug);
  return authorId === undefined ? undefined : { target: { kind: 'author', id: authorId }, chapterId: null };
}

async function findList(connection: Connection, slug: string): Promise<ReportedContent | undefined> {
  const list = await findPublishedList(connection, slug);
  return list === undefined ? undefined : { target: { kind: 'list', id: list.id }, chapterId: null };
}

async function findStory(
  context: Context,
  slug: string,
  chapterId: string | undefined,
): Promise<ReportedContent | undefined> {
  const storyId = await findCurrentStoryId(context.db, slug);
  if (storyId === undefined) return undefined;
  const target = { kind: 'story', id: storyId } as const;
  if (chapterId === undefined) return { target, chapterId: null };
  const chapter = await readChapter(context, { id: String(storyId), chapterId }, anonymous);
  return chapter.ok ? { target, chapterId: chapter.data.id } : undefined;
}

/** Accepts a story's former slugs too. */
async function findCurrentStoryId(connection: Connection, slug: string): Promise<number | undefined> {
  const storyId = await findStoryId(connection, slug);
  if (storyId.ok) return storyId.data;
  const movedTo = storyId.movedTo?.id;
  const current = movedTo === undefined ? undefined : await findStoryId(connection, movedTo);
  return current?.ok ? current.data : undefined;
}
