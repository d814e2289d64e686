import { useEffect, useState } from 'react';
import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { useSession } from '#features/accounts/parts/session.ts';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { Notice } from '#ui/notice.tsx';
import { urls } from '#urls.ts';
import { AddHidden } from '../components/add-hidden.tsx';
import { HiddenFile } from '../components/hidden-file.tsx';
import { HiddenSection } from '../components/hidden-section.tsx';
import { HiddenWarnings } from '../components/hidden-warnings.tsx';
import type { HiddenItems } from '../contract.ts';
import { syncHidden } from '../parts/sync-hidden.ts';
import styles from './hidden-page.module.css';
import type { hiddenPageLoader } from './loaders.ts';

const TITLE = 'What you never see';
const NOTHING: HiddenItems = {
  tags: [],
  warnings: [],
  authors: [],
  stories: [],
  story_titles: [],
  hidden: '',
};

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: 'The tags, warnings, authors and stories that your lists leave out.',
    canonical: urls.hidden(),
    isHidden: true,
  };
}

/** Everything that the reader hides: the cookie's list first, and for members the account's once it has arrived. */
export function HiddenPage() {
  const { items: ofBrowser = NOTHING } = useLoaderData<typeof hiddenPageLoader>();
  const { user } = useSession();
  const [ofAccount, setOfAccount] = useState<HiddenItems>();
  const id = user?.id;
  useEffect(() => {
    setOfAccount(undefined);
    if (id === undefined) return;
    const ended = new AbortController();
    // Without an answer the browser's copy stays.
    syncHidden(ended.signal).then(
      ({ items }) => setOfAccount(items),
      () => undefined,
    );
    return () => ended.abort();
  }, [id]);
  const items = ofAccount ?? ofBrowser;
  const onDone = (changed: HiddenItems | undefined) => setOfAccount(changed);
  const isEmpty = [items.tags, items.warnings, items.authors, items.stories].every(
    (each) => each.length === 0,
  );
  const titles = new Map(items.story_titles.map((story) => [story.id, story]));
  return (
    <NarrowPage
      size="writing"
      title={TITLE}
      lead="Stories with any of these stay out of your lists, search and suggestions. A link still opens them."
      notes={
        <p className={styles.where}>
          {user === undefined
            ? 'The list is kept in a cookie of this browser. An account that hides nothing yet takes it over.'
            : 'The list is kept in your account, wherever you are signed in. Nobody else sees it.'}
        </p>
      }
    >
      {isEmpty ? (
        <Notice kind="empty" title="You hide nothing." live={false}>
          Add a tag or an author here, or press “Not for me” on a story.
        </Notice>
      ) : null}
      <HiddenSection
        kind="tag"
        title="Tags"
        items={items.tags.map((name) => ({ name, label: name, href: urls.tag(name) }))}
        onDone={onDone}
      >
        <AddHidden kind="tag" label="Hide a tag" hidden={items.tags} onDone={onDone} />
      </HiddenSection>
      <HiddenWarnings hidden={items.warnings} onDone={onDone} />
      <HiddenSection
        kind="author"
        title="Authors"
        items={items.authors.map((name) => ({ name, label: name, href: urls.author(name) }))}
        onDone={onDone}
      >
        <AddHidden kind="author" label="Hide an author, by username" onDone={onDone} />
      </HiddenSection>
      <HiddenSection
        kind="story"
        title="Stories"
        items={items.stories.map((each) => {
          const story = titles.get(each);
          return {
            name: String(each),
            label: story?.title ?? 'A story that is no longer listed',
            ...(story === undefined ? {} : { href: urls.story(story.slug) }),
          };
        })}
        onDone={onDone}
      >
        {items.stories.length === 0 ? (
          <p className={styles.hint}>
            “Not for me” on a story puts it here. Votes and rankings don’t change by that.
          </p>
        ) : null}
      </HiddenSection>
      <HiddenFile items={items} isSignedIn={user !== undefined} onDone={onDone} />
    </NarrowPage>
  );
}
