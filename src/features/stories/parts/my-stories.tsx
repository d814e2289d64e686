import { useState } from 'react';
import { serverReason } from '#base/failure.ts';
import { callApi } from '#ui/api-client.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { failureText } from '#ui/failure-text.ts';
import { Notice } from '#ui/notice.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { stateOfStory } from '../components/story-state.ts';
import { listStories, type Story, storyMessages } from '../contract/stories.ts';
import styles from './my-stories.module.css';
import { StoryGridSkeleton } from './story-card-skeleton.tsx';
import { StoryGrid } from './story-grid.tsx';

/** An account's own stories for its profile, unfinished ones first. */
export function MyStories({ accountId }: { accountId: number | undefined }) {
  if (accountId === undefined) return <Notice kind="error" title={storyMessages.noAccountId} />;
  return <StoriesOf accountId={accountId} />;
}

function StoriesOf({ accountId }: { accountId: number }) {
  const first = useLoaded(String(accountId), () => callApi(listStories, { account_id: accountId }));
  const [more, setMore] = useState<Story[]>([]);
  const [page, setPage] = useState(1);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function showMore() {
    setBusy(true);
    setError(undefined);
    try {
      const next = await callApi(listStories, { account_id: accountId, page: page + 1 });
      setMore((shown) => [...shown, ...next.stories]);
      setPage(page + 1);
    } catch (problem) {
      setError(failureText(problem, storyMessages.loadListFailed));
    }
    setBusy(false);
  }

  if (first.status === 'loading') return <StoryGridSkeleton count={3} label="Loading your stories" />;
  if (first.status === 'failed') {
    return (
      <Notice
        kind="error"
        title={serverReason(first.error) ?? storyMessages.loadListFailed}
        action={<Button onClick={first.reload}>Try again</Button>}
      />
    );
  }
  const { stories, pagination } = first.data;
  if (stories.length === 0) {
    return (
      <Notice
        kind="empty"
        title="You haven't published any stories yet."
        action={
          <div className={styles.first}>
            <ButtonLink variant="primary" href={urls.createStory()}>
              Create Your First Story
            </ButtonLink>
            <ButtonLink href={urls.import()}>Import Stories</ButtonLink>
          </div>
        }
      />
    );
  }
  // A story published meanwhile pushes others to the next page, so duplicates are removed by id.
  const shown = [...new Map([...stories, ...more].map((story) => [story.id, story])).values()];
  return (
    <div className={styles.stories}>
      {error === undefined ? null : <Notice kind="error" title={error} />}
      <StoryGrid
        stories={shown}
        label="My Stories"
        noteOf={stateOfStory}
        busy={isBusy}
        renderLinks={authorLinks}
      />
      <ShowMore count={shown.length} isComplete={page >= pagination.pages} onMore={showMore} />
    </div>
  );
}

function authorLinks({ slug, title }: Story) {
  const links = [
    { href: urls.editStory(slug), label: 'Edit', before: ' ' },
    { href: urls.addChapter(slug), label: 'Add Chapter', before: ' to ' },
    { href: urls.storyStatistics(slug), label: 'Statistics', before: ' of ' },
  ];
  return (
    <p className={styles.links}>
      {links.map(({ href, label, before }) => (
        <a key={label} href={href}>
          {label}
          <span className="visually-hidden">
            {before}
            {title}
          </span>
        </a>
      ))}
    </p>
  );
}
