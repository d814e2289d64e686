import { useEffect, useSyncExternalStore } from 'react';
import { plural } from '#base/text.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { formatDate } from '#ui/dates.ts';
import { LinkRow, LinkRows } from '#ui/link-rows.tsx';
import { Notice } from '#ui/notice.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { siteAnswers, whenSiteAnswers } from '#ui/site-answers.ts';
import { SkeletonText } from '#ui/skeleton.tsx';
import { useToast } from '#ui/toast.tsx';
import { urls } from '#urls.ts';
import { KEEP_DAYS, offlineMessages } from '../contract.ts';
import { isKeepDays, type KeptIndex, placeIn, sizeText } from '../rules.ts';
import { forgetAll, forgetStory, tendKept } from './keep-story.ts';
import { KeptChapter, KeptContents } from './kept-chapter.tsx';
import { changeKept } from './kept-library.ts';
import styles from './kept-stories.module.css';
import { announceKept, useKept } from './use-kept.ts';

function subscribeToPlace(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

/** The list of kept stories, one's contents, or a chapter. The place is behind the # of the address, which no server sees. */
export function KeptStories() {
  const hash = useSyncExternalStore(
    subscribeToPlace,
    () => window.location.hash,
    () => '',
  );
  const index = useKept();
  useEffect(() => {
    tendKept(0).then(announceKept, () => undefined);
  }, []);
  const place = placeIn(hash);
  if (index === undefined) return <SkeletonText lines={8} />;
  const story = index.stories.find(({ slug }) => slug === place?.slug);
  const chapter = story?.chapters.find(({ id }) => id === place?.chapterId);
  if (story !== undefined && chapter !== undefined)
    return <KeptChapter key={chapter.id} story={story} chapter={chapter} />;
  if (story !== undefined) return <KeptContents story={story} />;
  return (
    <>
      {!hash.startsWith('#/') || hash === '#/' ? null : (
        <NotKept key={hash} address={hash.slice(1)} hasStories={index.stories.length > 0} />
      )}
      <KeptList index={index} />
    </>
  );
}

/** The page of this address needs a network, and opens as soon as there is one. */
function NotKept({ address, hasStories }: { address: string; hasStories: boolean }) {
  const toast = useToast();
  useEffect(() => whenSiteAnswers(() => openHere(address)), [address]);
  async function tryAgain() {
    if (await siteAnswers()) openHere(address);
    else toast.show({ kind: 'error', message: 'There is still no network.' });
  }
  return (
    <Notice
      kind="info"
      title="This page is not on your device."
      action={
        <div className={styles.ways}>
          <Button size="small" onClick={tryAgain}>
            Try again
          </Button>
          <Button size="small" onClick={() => window.history.back()}>
            Back
          </Button>
        </div>
      }
    >
      It needs a network, and opens by itself as soon as there is one.
      {hasStories ? ' Until then, you have these:' : ''}
    </Notice>
  );
}

/** Opens an address of this site in place of this page, so that Back does not lead here again. */
function openHere(address: string): void {
  const { origin } = window.location;
  const { href, origin: wanted } = new URL(address, origin);
  if (wanted === origin) window.location.replace(href);
}

function KeptList({ index }: { index: KeptIndex }) {
  const { stories, gone, days } = index;
  const toast = useToast();
  const bytes = stories.reduce((sum, story) => sum + story.bytes, 0);

  async function run(action: Promise<unknown>, message: string) {
    try {
      await action;
      toast.show({ kind: 'success', message });
    } catch {
      toast.show({ kind: 'error', message: 'That did not work. Please try again.' });
    }
    announceKept();
  }
  const change = (changed: Partial<KeptIndex>) =>
    changeKept((current) => ({ index: { ...current, ...changed } }));

  return (
    <div className={styles.kept}>
      {gone.length === 0 ? null : (
        <Notice
          kind="info"
          title={`${gone.map((title) => `“${title}”`).join(', ')} ${gone.length === 1 ? 'is' : 'are'} no longer here.`}
          action={
            <Button size="small" onClick={() => void change({ gone: [] }).then(announceKept)}>
              All right
            </Button>
          }
        >
          The site no longer has {gone.length === 1 ? 'it' : 'them'} for you, so your{' '}
          {gone.length === 1 ? 'copy was' : 'copies were'} deleted.
        </Notice>
      )}
      {stories.length === 0 ? (
        <Notice
          kind="empty"
          title={offlineMessages.nothing}
          action={<ButtonLink href={urls.home()}>Discover Stories</ButtonLink>}
        >
          On a story’s page, “{offlineMessages.keep}” puts it here.
        </Notice>
      ) : (
        <>
          <div className={styles.bar}>
            <p className={styles.space}>
              {plural(stories.length, 'story', 'stories')}, {sizeText(bytes)}
            </p>
            <Button size="small" onClick={() => void run(forgetAll(), 'Everything was deleted')}>
              Delete All
            </Button>
          </div>
          <LinkRows>
            {stories.map(({ slug, title, language, author, chapters, bytes: size, keptAt }) => (
              <LinkRow
                key={slug}
                href={`#${urls.story(slug)}`}
                {...{ title, language }}
                facts={`by ${author}. ${plural(chapters.length, 'chapter', 'chapters')}, ${sizeText(size)}, kept on ${formatDate(new Date(keptAt).toISOString())}`}
                action={
                  <Button
                    size="small"
                    aria-label={`Delete ${title}`}
                    onClick={() => void run(forgetStory(slug), offlineMessages.deleted)}
                  >
                    Delete
                  </Button>
                }
              />
            ))}
          </LinkRows>
          <SelectField
            name="days"
            label="Delete automatically"
            value={String(days)}
            onChange={({ target: { value } }) => {
              const chosen = Number(value);
              if (isKeepDays(chosen)) void run(change({ days: chosen }), 'Saved');
            }}
            options={KEEP_DAYS.map((each) => ({
              value: String(each),
              label: each === 0 ? 'Never' : `After ${each} days`,
            }))}
          />
        </>
      )}
    </div>
  );
}
