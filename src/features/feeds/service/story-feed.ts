import type { CallApi } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { contentWarnings } from '#features/labels/contract/warnings.ts';
import { ownWarnings, type Warned } from '#features/labels/rules/shown-warnings.ts';
import { getStory, type Story } from '#features/stories/contract/stories.ts';
import { toXhtml } from '#platform/documents/xml.ts';
import type { Context } from '#platform/runtime/context.ts';
import { urls } from '#urls.ts';
import { feedMessages } from '../contract.ts';
import { type Feed, type FeedEntry, lastUpdate } from '../rules/feed.ts';
import { type NewChapter, newestChapters } from '../store.ts';
import { authorOf, coverOf, permanentId } from './entries.ts';
import { FEED_PAGE_SIZE, type FeedQuery, pageOf, pageQuery } from './feed-query.ts';

/** A whole text beyond this many characters in a page of a feed stays on the site. */
const MAX_TEXT_CHARACTERS = 600_000;

/** The chapters of a listed story, newest first. */
export async function storyFeed(
  context: Pick<Context, 'db' | 'publicUrl'>,
  api: CallApi,
  slug: string,
  query: FeedQuery,
): Promise<Outcome<Feed>> {
  const page = pageOf(query);
  if (!page.ok) return page;
  const story = await api(getStory, { id: slug });
  const isOpen = story.visibility !== 'members';
  // A story by link has readers whom its author chose: a feed would pass it on.
  if (story.visibility === 'link') return failure('not-found', feedMessages.notFound);
  if (story.slug !== slug) return failure('moved', feedMessages.moved, { movedTo: { id: story.slug } });
  const found = await newestChapters(context.db, story.id, {
    offset: (page.data - 1) * FEED_PAGE_SIZE,
    limit: FEED_PAGE_SIZE + 1,
    withTexts: isOpen && story.full_text_feeds,
  });
  if (found.length === 0 && page.data === 1) return failure('not-found', feedMessages.notFound);
  let characters = 0;
  const entries = found.slice(0, FEED_PAGE_SIZE).map((chapter) => {
    characters += chapter.content?.length ?? 0;
    const html = characters > MAX_TEXT_CHARACTERS ? undefined : textOf(chapter);
    return chapterEntry(context, story, chapter, isOpen ? html : undefined);
  });
  return success({
    ...{
      id: permanentId(context, `feed of story ${story.id}`),
      title: story.title,
      synopsis: story.synopsis,
    },
    ...{ page: urls.story(slug), path: `${urls.story(slug)}/feed`, author: authorOf(story) },
    ...{ query: pageQuery(page.data), language: story.language, entries },
    next: found.length > FEED_PAGE_SIZE ? pageQuery(page.data + 1) : undefined,
    updated: lastUpdate(entries, new Date(story.created_at)),
  });
}

function chapterEntry(
  context: Pick<Context, 'publicUrl'>,
  story: Story,
  chapter: Awaited<ReturnType<typeof newestChapters>>[number],
  html: string | undefined,
): FeedEntry {
  // Guests do not learn what the chapters of a story for members are called.
  const isForMembers = story.visibility === 'members';
  const name = isForMembers ? `Chapter ${chapter.order}` : chapter.title;
  return {
    ...{ id: permanentId(context, `chapter ${chapter.id}`), title: `${story.title}: ${name}`, html },
    page: isForMembers ? urls.story(story.slug) : urls.chapter(story.slug, chapter.id),
    ...{ author: authorOf(story), published: chapter.published_at, synopsis: story.synopsis },
    updated: html === undefined ? chapter.published_at : laterOf(chapter),
    tags: story.tags.map((tag) => tag.name),
    warnings: [...new Set([...ownWarnings(story), ...ownWarnings(chapter as Warned)])],
    ...{ language: story.language, licence: story.licence, cover: coverOf(story) },
  };
}

function laterOf({ published_at, updated_at }: Pick<NewChapter, 'published_at' | 'updated_at'>): Date {
  return updated_at > published_at ? updated_at : published_at;
}

/** The text with its notes, after its warnings. Pictures are links: a feed reader would load them unasked. */
function textOf(chapter: Awaited<ReturnType<typeof newestChapters>>[number]): string | undefined {
  const { content, note_before, note_after } = chapter;
  if (content === null) return undefined;
  const warnings = ownWarnings(chapter as Warned).map((name) => contentWarnings[name]);
  const aside = (note: string | null) => (note ? `<blockquote>${toXhtml(note)}</blockquote>` : '');
  return [
    warnings.length === 0 ? '' : `<p>Content warnings: ${warnings.join(', ')}</p>`,
    aside(note_before),
    toXhtml(content),
    aside(note_after),
  ].join('');
}
