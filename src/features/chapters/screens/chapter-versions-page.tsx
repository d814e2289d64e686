import { Suspense, useState } from 'react';
import { useLoaderData, useNavigate } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { plural } from '#base/text.ts';
import type { User } from '#features/accounts/contract/session.ts';
import type { Story } from '#features/stories/contract/stories.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { formatDayAndTime, formatMoment } from '#ui/dates.ts';
import { failureSentence } from '#ui/failure-text.ts';
import { OrderedList } from '#ui/list.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Notice } from '#ui/notice.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { LazyDifferenceView } from '../components/writing/lazy-difference-view.tsx';
import { type Chapter, chapterMessages } from '../contract/chapters.ts';
import { getVersion, listVersions, restoreVersion, type VersionEntry } from '../contract/versions.ts';
import { chapterTitle } from '../parts/chapter-title.ts';
import { loadOwnChapter } from '../parts/writing/own-story.ts';
import { LoadedWriting, WritingFrame, WritingPage } from '../parts/writing/writing-frame.tsx';
import styles from './chapter-versions-page.module.css';

type Address = { slug: string; chapterId: string };

const TITLE = 'Earlier versions';

export function meta({ slug, chapterId }: Address): PageMeta {
  return {
    title: TITLE,
    description: 'Earlier texts of a chapter of your story, to compare and restore.',
    canonical: urls.chapterVersions(slug, chapterId),
    isHidden: true,
  };
}

export function ChapterVersionsPage() {
  const address = useLoaderData() as Address;
  return (
    <WritingPage title={TITLE} back={backTo(address)}>
      {(user) => <ChapterVersions key={address.chapterId} user={user} address={address} />}
    </WritingPage>
  );
}

function ChapterVersions({ user, address }: { user: User; address: Address }) {
  const loaded = useLoaded(`${address.slug}/${address.chapterId}`, async () => {
    const own = await loadOwnChapter(user, address);
    const { versions } = await callApi(listVersions, idsOf(own));
    return { ...own, versions };
  });
  return (
    <LoadedWriting
      loaded={loaded}
      title={TITLE}
      back={backTo(address)}
      exit={{ href: urls.story(address.slug), label: 'Back to Story' }}
    >
      {({ story, chapter, versions }) => (
        <WritingFrame
          about={`${story.title}: ${chapterTitle(chapter)}`}
          title={TITLE}
          back={{ href: urls.editChapter(story.slug, chapter.id), label: 'Back to the editor' }}
        >
          {versions.length === 0 ? (
            <Notice kind="empty" title="There is no earlier version yet.">
              Whenever you save a chapter, the previous text is kept here.
            </Notice>
          ) : (
            <VersionList story={story} chapter={chapter} versions={versions} />
          )}
        </WritingFrame>
      )}
    </LoadedWriting>
  );
}

type ListProps = { story: Story; chapter: Chapter; versions: VersionEntry[] };

function VersionList({ story, chapter, versions }: ListProps) {
  const [openId, setOpenId] = useState<number>();
  return (
    <>
      <p className={styles.lead}>
        Last saved {formatDayAndTime(chapter.updated_at)}, {plural(chapter.word_count, 'word')}. Restoring a
        version keeps the current text as a version too.
      </p>
      <OrderedList className={styles.list}>
        {versions.map((version) => (
          <li key={version.id} className={styles.version}>
            <div className={styles.row}>
              <div className={styles.facts}>
                <span className={styles.moment}>{formatMoment(version.saved_at)}</span>
                <span className={styles.words}>
                  {version.title}, {plural(version.word_count, 'word')}
                </span>
              </div>
              <Button
                size="small"
                aria-expanded={openId === version.id}
                onClick={() => setOpenId(openId === version.id ? undefined : version.id)}
              >
                {openId === version.id ? 'Close' : 'Compare'}
                <span className="visually-hidden"> the version of {formatMoment(version.saved_at)}</span>
              </Button>
            </div>
            {openId === version.id ? (
              <OpenVersion key={version.id} story={story} chapter={chapter} version={version} />
            ) : null}
          </li>
        ))}
      </OrderedList>
    </>
  );
}

function OpenVersion({ story, chapter, version }: { story: Story; chapter: Chapter; version: VersionEntry }) {
  const navigate = useNavigate();
  const ids = { ...idsOf({ story, chapter }), versionId: String(version.id) };
  const loaded = useLoaded(String(version.id), () => callApi(getVersion, ids));
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function restore() {
    setProblem(undefined);
    setBusy(true);
    try {
      await callApi(restoreVersion, ids);
    } catch (error) {
      setBusy(false);
      setProblem(failureSentence(error, chapterMessages.updateFailed));
      return;
    }
    const notification = { kind: 'success', message: 'The earlier version is back' };
    await navigate(urls.chapter(story.slug, chapter.id), { state: { notification } });
  }

  return (
    <LoadedPart loaded={loaded} label="Loading the version" lines={6} failed={chapterMessages.loadFailed}>
      {(data) => (
        <div className={styles.open}>
          <Suspense fallback={<SkeletonText lines={6} />}>
            <LazyDifferenceView label="What has changed since" before={data} after={chapter} />
          </Suspense>
          {problem === undefined ? null : <Notice kind="error" title={problem} />}
          <div>
            <Button variant="primary" busy={isBusy} busyText="Restoring..." onClick={restore}>
              Restore this version
            </Button>
          </div>
        </div>
      )}
    </LoadedPart>
  );
}

const backTo = ({ slug, chapterId }: Address) => ({
  href: urls.editChapter(slug, chapterId),
  label: 'Back to the editor',
});

const idsOf = ({ story, chapter }: { story: Story; chapter: Chapter }) => ({
  id: String(story.id),
  chapterId: String(chapter.id),
});
