import { useCallback, useEffect, useState } from 'react';
import type { DataOf } from '#base/contract.ts';
import { isApiError } from '#base/failure.ts';
import { StoryGridSkeleton } from '#features/stories/parts/story-card-skeleton.tsx';
import { StoryGrid } from '#features/stories/parts/story-grid.tsx';
import { StoryListEnd } from '#features/stories/parts/story-list-end.tsx';
import { ActionBar } from '#ui/action-bar.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { usePageNumber } from '#ui/use-page-number.ts';
import { urls } from '#urls.ts';
import { bookmarkMessages, listBookmarks } from '../contract/bookmarks.ts';
import styles from './bookmarked-stories.module.css';

const SKELETON_CARDS = 3;

type State =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | { status: 'loaded'; answer: DataOf<typeof listBookmarks> };

/** A signed-in reader's bookmarked stories, paged by the address's `page`. */
export function BookmarkedStories() {
  const page = usePageNumber();
  const [state, setState] = useState<State>({ status: 'loading' });

  const load = useCallback(
    async (signal?: AbortSignal) => {
      setState({ status: 'loading' });
      try {
        setState({ status: 'loaded', answer: await callApi(listBookmarks, { page }, { signal }) });
      } catch (error) {
        if (signal?.aborted) return;
        const isOwnText = isApiError(error) && error.message !== '' && error.status !== 401;
        setState({ status: 'failed', message: isOwnText ? error.message : bookmarkMessages.loadFailed });
      }
    },
    [page],
  );

  useEffect(() => {
    const controller = new AbortController();
    void load(controller.signal);
    return () => controller.abort();
  }, [load]);

  return (
    <section aria-labelledby="bookmarks-title" className={styles.bookmarks}>
      <ActionBar>
        <h2 id="bookmarks-title">Bookmarked Stories</h2>
        <ButtonLink size="small" href={urls.shelves()}>
          All Shelves
        </ButtonLink>
      </ActionBar>
      <Content state={state} onRetry={() => void load()} />
    </section>
  );
}

function Content({ state, onRetry }: { state: State; onRetry: () => void }) {
  if (state.status === 'loading')
    return <StoryGridSkeleton count={SKELETON_CARDS} label="Loading your bookmarks" />;
  if (state.status === 'failed') {
    return (
      <Notice
        kind="error"
        title={bookmarkMessages.loadFailed}
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        {state.message === bookmarkMessages.loadFailed ? null : state.message}
      </Notice>
    );
  }
  const { bookmarks, pagination } = state.answer;
  if (pagination.total === 0) {
    return (
      <Notice
        kind="empty"
        title={bookmarkMessages.none}
        action={<ButtonLink href={urls.home()}>Discover Stories</ButtonLink>}
      />
    );
  }
  if (bookmarks.length === 0) {
    return (
      <Notice
        kind="empty"
        drawing="book"
        title="There are no bookmarks this far back."
        action={<ButtonLink href={urls.profile('bookmarks')}>First page</ButtonLink>}
      />
    );
  }
  return (
    <>
      <StoryGrid stories={bookmarks} label="Bookmarked stories" />
      <StoryListEnd
        pagination={pagination}
        shown={bookmarks.length}
        label="Pages of bookmarks"
        hrefFor={(page) => urls.profile('bookmarks', page)}
      />
    </>
  );
}
