import { lazy, Suspense, useCallback, useState } from 'react';
import type { DataOf } from '#base/contract.ts';
import type { PageMeta } from '#base/page-meta.ts';
import { plural } from '#base/text.ts';
import { useSession } from '#features/accounts/parts/session.ts';
import { MembersInvitation } from '#features/stories/parts/members-invitation.tsx';
import { BackLink } from '#ui/back-link.tsx';
import { LinkTabs } from '#ui/link-tabs.tsx';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { Notice } from '#ui/notice.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { urls } from '#urls.ts';
import {
  COMMENT_SORTS,
  type CommentSort,
  commentMessages,
  commentSorts,
  type listComments,
} from '../contract/comments.ts';
import type { countComments } from '../contract/counts.ts';
import { ChaptersWithComments } from './chapters-with-comments.tsx';
import { CommentThreads } from './comment-threads.tsx';
import styles from './comments-view.module.css';

// Loaded for the signed-in: other readers download neither buttons nor forms.
const FetchedComments = lazy(async () => ({
  default: (await import('./own-comments.tsx')).FetchedComments,
}));

interface CommentsData {
  path: string;
  sort: CommentSort;
  list: DataOf<typeof listComments>;
  chapters: DataOf<typeof countComments>['chapters'];
}

/** A guest gets no list of a story for members. */
export type CommentsPageData = CommentsData | { path: string; list?: undefined };

/** The subject of the comments in words. */
const subjectOf = ({ about }: CommentsData['list']) =>
  about.chapter_title === null
    ? `“${about.story_title}”`
    : `“${about.chapter_title}” of “${about.story_title}”`;

export function commentsMeta(data: CommentsPageData): PageMeta {
  const title = data.list !== undefined ? `Comments on ${subjectOf(data.list)}` : 'Comments';
  return {
    title,
    description: `${title}: what readers say.`,
    canonical: data.path,
    // Readers look for stories, and their comments may give away how they end.
    isHidden: true,
  };
}

export function CommentsView(data: CommentsPageData) {
  return data.list !== undefined ? (
    <Comments key={data.path} {...data} />
  ) : (
    <MembersComments path={data.path} />
  );
}

/** The page of a story for members as guests see it: it tells nothing of the story. */
function MembersComments({ path }: { path: string }) {
  return (
    <NarrowPage title="Comments" size="writing">
      <MembersInvitation path={path} />
    </NarrowPage>
  );
}

function Comments({ sort, list, chapters }: CommentsData) {
  const { about, comments, thread, pagination, setting } = list;
  // The list of a member follows what they write, and its number too.
  const [read, setRead] = useState<{ list: CommentsData['list']; own: CommentsData['list'] }>();
  const own = read?.list === list ? read.own : list;
  const count = own.comment_count;
  const onRead = useCallback((next: CommentsData['list']) => setRead({ list, own: next }), [list]);
  const { story_slug: slug, chapter_id: chapterId } = about;
  const hrefFor = (query: { sort?: string; page?: number; thread?: number }) =>
    chapterId === null ? urls.comments(slug, query) : urls.chapterComments(slug, chapterId, query);
  const back =
    thread !== null
      ? { href: hrefFor({}), label: 'All comments' }
      : chapterId === null
        ? { href: urls.story(slug), label: about.story_title }
        : { href: urls.chapter(slug, chapterId), label: about.chapter_title ?? '' };
  const { status, user } = useSession();
  const hrefOfThread = (id: number) => hrefFor({ thread: id });
  const invitation = (
    <p className={styles.invitation}>
      {setting === 'closed' ? (
        commentMessages.closedNow
      ) : (
        <>
          <a href={urls.login(hrefFor({}))}>Log in</a> to say something.
        </>
      )}
    </p>
  );
  const everybodys =
    setting === 'off' ? (
      <Notice kind="info" title={commentMessages.closed} />
    ) : comments.length === 0 && thread === null ? (
      <Notice kind="empty" drawing="lamp" title={commentMessages.none}>
        {invitation}
      </Notice>
    ) : (
      <>
        <CommentThreads comments={comments} thread={thread} hrefOfThread={hrefOfThread} />
        {invitation}
      </>
    );
  return (
    <NarrowPage
      size="writing"
      above={<BackLink href={back.href}>{back.label}</BackLink>}
      title={thread === null ? 'Comments' : 'A thread'}
      lead={
        <>
          On <span lang={about.language ?? undefined}>{subjectOf(list)}</span> by {about.author_display_name}
          {count === 0
            ? ''
            : `: ${plural(count, thread === null ? 'comment' : 'reply', thread === null ? 'comments' : 'replies')}`}
        </>
      }
    >
      {thread === null && comments.length > 1 ? (
        <LinkTabs
          label="Sort comments"
          tabs={COMMENT_SORTS.map((one) => ({
            href: hrefFor({ sort: one }),
            label: commentSorts[one],
            current: one === sort,
          }))}
        />
      ) : null}
      <div className={styles.conversation}>
        {status === 'in' ? (
          <Suspense fallback={everybodys}>
            <FetchedComments {...{ user, list, sort, hrefOfThread, onRead }} />
          </Suspense>
        ) : (
          everybodys
        )}
      </div>
      <Pagination
        page={pagination.page}
        pages={pagination.pages}
        hrefFor={(page) => hrefFor({ sort, page, ...(thread === null ? {} : { thread: thread.id }) })}
        label="Pages of comments"
      />
      {chapters.length === 0 ? null : (
        <ChaptersWithComments
          story={{ id: about.story_id, slug, language: about.language }}
          chapters={chapters}
          showsAll={own.may_decide === true}
        />
      )}
    </NarrowPage>
  );
}
