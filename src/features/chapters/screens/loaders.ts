import { redirect } from 'react-router';
import { getSeries } from '#features/series/contract.ts';
import { getStory, type Story, storyMessages } from '#features/stories/contract/stories.ts';
import { loadAll, orErrorPage, orUndefined, type PageRequest, unlessSignedOut } from '#ui/page-loader.ts';
import { urls } from '#urls.ts';
import { type ChapterEntry, chapterMessages, getChapter, listChapters } from '../contract/chapters.ts';
import { blockImages } from '../parts/blocked-images.ts';
import { isPublished } from '../rules.ts';

export async function chapterPageLoader({ api, params, remoteImages }: PageRequest<'slug' | 'chapterId'>) {
  const id = params.slug;
  const [story, found, list] = await loadAll(
    orErrorPage(api(getStory, { id }), {
      notFound: storyMessages.notFound,
      notFoundReason: storyMessages.notFoundReason,
      failed: storyMessages.loadFailed,
    }),
    orErrorPage(unlessSignedOut(api(getChapter, { id, chapterId: params.chapterId })), {
      notFound: chapterMessages.notFoundTitle,
      notFoundReason: storyMessages.notFoundReason,
      failed: chapterMessages.loadFailed,
    }),
    orErrorPage(unlessSignedOut(api(listChapters, { id })), {
      notFound: storyMessages.notFound,
      failed: chapterMessages.loadFailed,
    }),
  );
  if (story.slug !== params.slug || (found !== undefined && String(found.id) !== params.chapterId)) {
    throw redirect(urls.chapter(story.slug, found?.id ?? params.chapterId), 301);
  }
  if (found === undefined || list === undefined) return { story, path: urls.chapter(id, params.chapterId) };
  const { content, note_before, note_after, ...chapter } = found;
  const place = placeOf(chapter, list.chapters);
  return {
    story,
    chapter,
    ...place,
    nextInSeries: place.next === undefined ? await nextInSeries(api, story) : undefined,
    note_before: blockImages(note_before, remoteImages),
    note_after: blockImages(note_after, remoteImages),
    // The name `html` makes the server send the text once, as HTML; the browser reads it back from #page-html.
    html: blockImages(content, remoteImages),
  };
}

/** The neighbours of a chapter among the published ones, and its number among those that are counted. */
function placeOf(chapter: ChapterEntry, chapters: ChapterEntry[]) {
  // A chapter that was published between the two calls is missing from the list; a draft is only its author's.
  const shown = chapters.filter((entry) => isPublished(entry) || entry.id === chapter.id);
  const at = shown.findIndex((entry) => entry.id === chapter.id);
  const counted = shown.filter((entry) => entry.kind !== 'notice');
  const number = counted.findIndex((entry) => entry.id === chapter.id) + 1;
  return {
    previous: shown[at - 1],
    next: at === -1 ? undefined : shown[at + 1],
    number: at === -1 ? counted.length + 1 : number,
    total: at === -1 ? counted.length + 1 : counted.length,
  };
}

/** The story after this one, in the first of its series that goes on. */
async function nextInSeries(api: PageRequest['api'], story: Story) {
  const place = story.series.find(({ position, of }) => position < of);
  if (place === undefined) return undefined;
  const series = await orUndefined(api(getSeries, { id: String(place.id) }));
  const next = series?.stories.find(({ position }) => position === place.position + 1);
  return next === undefined ? undefined : { slug: next.slug, title: next.title, series: place.title };
}
