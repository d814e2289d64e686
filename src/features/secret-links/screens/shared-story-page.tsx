import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { plural } from '#base/text.ts';
import { chapterKinds } from '#features/chapters/contract/chapters.ts';
import { chapterTitle } from '#features/chapters/parts/chapter-title.ts';
import { volumesOf } from '#features/chapters/parts/volumes-of.ts';
import { readingTime } from '#features/stories/parts/reading-time.ts';
import { WarningsLine } from '#features/stories/parts/warnings-line.tsx';
import { OrderedList } from '#ui/list.tsx';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { Notice } from '#ui/notice.tsx';
import { StretchedLink } from '#ui/stretched-link.tsx';
import { TextSeparator } from '#ui/text-separator.tsx';
import { urls } from '#urls.ts';
import { DraftNotice } from '../components/draft-notice.tsx';
import type { sharedStoryPageLoader } from './loaders.ts';
import styles from './shared-story-page.module.css';

type SharedStory = Awaited<ReturnType<typeof sharedStoryPageLoader>>;

export function meta({ story }: SharedStory): PageMeta {
  return { title: `Draft: ${story.title}`, description: 'A draft for beta readers.', isHidden: true };
}

export function SharedStoryPage() {
  const { token, story, chapters } = useLoaderData<typeof sharedStoryPageLoader>();
  const language = story.language ?? undefined;
  return (
    <NarrowPage
      size="writing"
      title={<span lang={language}>{story.title}</span>}
      lead={<>by {story.author_display_name}</>}
    >
      <DraftNotice />
      <WarningsLine of={story} />
      {story.synopsis === '' ? null : (
        <p className={styles.synopsis} lang={language}>
          {story.synopsis}
        </p>
      )}
      <section className={styles.chapters} aria-labelledby="chapters-title">
        <h2 id="chapters-title">Chapters</h2>
        {chapters.length === 0 ? (
          <Notice kind="empty" title="No chapter yet. Please look again later." />
        ) : null}
        {volumesOf(chapters).map((volume) => (
          <section key={volume.chapters[0]?.id} aria-label={volume.title ?? undefined}>
            {volume.title === null ? null : (
              <h3 className={styles.volume} lang={language}>
                {volume.title}
              </h3>
            )}
            <OrderedList>
              {volume.chapters.map((chapter) => (
                <li key={chapter.id} className={styles.chapter}>
                  <StretchedLink href={urls.sharedChapter(token, chapter.id)} lang={language}>
                    {chapterTitle(chapter)}
                  </StretchedLink>
                  <TextSeparator text=" – " />
                  <span className={styles.length}>
                    {chapter.kind === 'chapter' ? '' : `${chapterKinds[chapter.kind]}, `}
                    {plural(chapter.word_count, 'word', 'words')}, {readingTime(chapter.word_count)}
                  </span>
                </li>
              ))}
            </OrderedList>
          </section>
        ))}
      </section>
    </NarrowPage>
  );
}
