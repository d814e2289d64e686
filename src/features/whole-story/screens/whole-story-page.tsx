import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { plural } from '#base/text.ts';
import { ChapterList } from '#features/chapters/parts/chapter-list.tsx';
import { chapterTitle } from '#features/chapters/parts/chapter-title.ts';
import { ReadingFacts, ReadingHeader, ReadingPage } from '#features/chapters/parts/reading/reading-page.tsx';
import { WithheldNotice } from '#features/moderation/parts/withheld-notice.tsx';
import { RegisterStoryApiId } from '#features/reactions/parts/story-api-id.ts';
import { ViewCounter } from '#features/reactions/parts/view-counter.tsx';
import { storyMessages } from '#features/stories/contract/stories.ts';
import { AuthorLink } from '#features/stories/parts/author-link.tsx';
import { MembersInvitation } from '#features/stories/parts/members-invitation.tsx';
import { readingTime } from '#features/stories/parts/reading-time.ts';
import { storyJsonLd, storyMeta } from '#features/stories/parts/story-meta.ts';
import { WarningsLine } from '#features/stories/parts/warnings-line.tsx';
import { BackLink } from '#ui/back-link.tsx';
import { classNames } from '#ui/class-names.ts';
import { formatDate } from '#ui/dates.ts';
import { urls } from '#urls.ts';
import { WholeChapters } from '../components/whole-chapters.tsx';
import type { wholeStoryPageLoader } from './loaders.ts';
import styles from './whole-story-page.module.css';

type PageData = Awaited<ReturnType<typeof wholeStoryPageLoader>>;
type StoryData = Extract<PageData, { parts: number }>;

/** The story's own page is the canonical one: search engines need not list both. */
export function meta(data: PageData): PageMeta {
  const { story } = data;
  const ofStory = storyMeta(story);
  if (data.texts === undefined) return { ...ofStory, isHidden: true };
  const { part, parts } = data;
  return {
    ...ofStory,
    title: parts === 1 ? story.title : `${story.title}, part ${part} of ${parts}`,
    previous: part > 1 ? urls.wholeStory(story.slug, part - 1) : undefined,
    next: part < parts ? urls.wholeStory(story.slug, part + 1) : undefined,
    ...(import.meta.env.SSR ? { jsonLd: wholeJsonLd(data) } : {}),
  };
}

function wholeJsonLd({ story, part, chapters }: StoryData): NonNullable<PageMeta['jsonLd']> {
  return (absolute) => ({
    ...storyJsonLd(story)(absolute),
    hasPart: chapters
      .map((chapter, at) => ({
        part: chapter.part,
        '@type': 'Chapter',
        name: chapterTitle(chapter),
        position: at + 1,
        url: absolute(urls.chapter(story.slug, chapter.id)),
        datePublished: chapter.published_at ?? chapter.created_at,
        wordCount: chapter.word_count,
      }))
      .filter((chapter) => chapter.part === part)
      .map(({ part: _, ...chapter }) => chapter),
  });
}

export function WholeStoryPage() {
  const data = useLoaderData<typeof wholeStoryPageLoader>();
  const { story } = data;
  const language = story.language ?? undefined;
  const isWithheld = story.withheld_at !== undefined;
  const updated = formatDate(story.updated_at);
  return (
    <ReadingPage>
      <RegisterStoryApiId story={story} />
      {isWithheld ? (
        <WithheldNotice kind="story" id={story.id} authorId={story.author_id} isWithheld />
      ) : (
        <ViewCounter storyId={story.id} />
      )}
      <ReadingHeader
        back={
          <BackLink href={urls.story(story.slug)} className="no-print">
            Back to the story
          </BackLink>
        }
        title={story.title}
        language={language}
        byline={<AuthorLink story={story} />}
      >
        {story.series.map((series) => (
          <p key={series.id} className={styles.series}>
            Part {series.position} of {series.of} in <a href={urls.series(series.slug)}>{series.title}</a>
          </p>
        ))}
        <ReadingFacts>
          {plural(story.word_count, 'word', 'words')}, {readingTime(story.word_count)}. Updated{' '}
          <time dateTime={story.updated_at}>{updated}</time>
        </ReadingFacts>
        <WarningsLine of={story} />
      </ReadingHeader>
      {data.texts !== undefined ? (
        <Chapters {...data} />
      ) : (
        <div className={styles.column}>
          <MembersInvitation path={data.path} />
        </div>
      )}
    </ReadingPage>
  );
}

function Chapters({ story, part, parts, chapters, notes, texts }: StoryData) {
  const language = story.language ?? undefined;
  if (chapters.length === 0) return <p className={styles.column}>{storyMessages.noChapters}</p>;
  const partOf = new Map(chapters.map((chapter) => [chapter.id, chapter.part]));
  const shown = notes.flatMap(({ chapterId, before, after }, at) => {
    const chapter = chapters.find(({ id }) => id === chapterId);
    return chapter === undefined ? [] : [{ ...chapter, before, after, html: texts[at] ?? '' }];
  });
  return (
    <>
      {chapters.length === 1 ? null : (
        // Reading modes leave out what stands aside, but not always a nav.
        <aside className={classNames(styles.column, 'no-print')}>
          <nav className={styles.contents} aria-labelledby="contents">
            <h2 id="contents">Contents</h2>
            <ChapterList
              slug={story.slug}
              language={language}
              chapters={chapters.map((chapter) => ({
                ...chapter,
                published_at: chapter.published_at ?? chapter.created_at,
              }))}
              linkTo={(id) => urls.wholeStory(story.slug, partOf.get(id), id)}
            />
          </nav>
        </aside>
      )}
      {parts === 1 ? null : <PartLinks slug={story.slug} part={part} parts={parts} />}
      <WholeChapters chapters={shown} language={language} />
      {parts === 1 ? null : <PartLinks slug={story.slug} part={part} parts={parts} />}
    </>
  );
}

function PartLinks({ slug, part, parts }: { slug: string; part: number; parts: number }) {
  return (
    <nav className={classNames(styles.column, styles.parts, 'no-print')} aria-label="Parts">
      {part === 1 ? null : (
        <a href={urls.wholeStory(slug, part - 1)} rel="prev">
          Previous part
        </a>
      )}
      <span>
        Part {part} of {parts}
      </span>
      {part === parts ? null : (
        <a href={urls.wholeStory(slug, part + 1)} rel="next">
          Next part
        </a>
      )}
    </nav>
  );
}
