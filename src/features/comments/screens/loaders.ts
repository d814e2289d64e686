import { redirect } from 'react-router';
import {
  choiceOf,
  loadAll,
  orErrorPage,
  type PageRequest,
  pageOf,
  unlessSignedOut,
} from '#ui/page-loader.ts';
import { urls } from '#urls.ts';
import type { CommentsPageData } from '../components/comments-view.tsx';
import { COMMENT_SORTS, commentMessages, listComments } from '../contract/comments.ts';
import { countComments } from '../contract/counts.ts';

/** The comments on a story as a whole, or on a chapter; with `thread` one thread with all its replies. */
export async function commentsPageLoader({
  api,
  params,
  url,
}: PageRequest<'slug'>): Promise<CommentsPageData> {
  const { slug, chapterId } = params as { slug: string; chapterId?: string };
  const sort = choiceOf(url, 'sort', COMMENT_SORTS, 'oldest');
  const thread = url.searchParams.get('thread') ?? undefined;
  const input = {
    ...{ id: slug, sort, page: pageOf(url) },
    ...(chapterId === undefined ? { on: 'story' as const } : { chapter_id: chapterId }),
    ...(thread === undefined ? {} : { parent_id: thread }),
  };
  const messages = { notFound: commentMessages.notFound, failed: commentMessages.loadFailed };
  const [list, counts] = await loadAll(
    orErrorPage(unlessSignedOut(api(listComments, input)), messages),
    chapterId === undefined && thread === undefined
      ? orErrorPage(unlessSignedOut(api(countComments, { id: slug })), messages)
      : undefined,
  );
  const path = chapterId === undefined ? urls.comments(slug) : urls.chapterComments(slug, chapterId);
  if (list === undefined) return { path };
  const { story_slug } = list.about;
  if (story_slug !== slug)
    throw redirect(
      chapterId === undefined ? urls.comments(story_slug) : urls.chapterComments(story_slug, chapterId),
      301,
    );
  return { path, sort, list, chapters: counts?.chapters ?? [] };
}
