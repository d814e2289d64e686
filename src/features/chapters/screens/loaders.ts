import { redirect } from 'react-router';
import { getStory, storyMessages } from '#features/stories/contract/stories.ts';
import { loadAll, orErrorPage, type PageRequest } from '#ui/page-loader.ts';
import { urls } from '#urls.ts';
import { chapterMessages, getChapter, listChapters } from '../contract/chapters.ts';
import { blockImages } from '../parts/blocked-images.ts';

export async function chapterPageLoader({ api, params }: PageRequest<'slug' | 'chapterId'>) {
  const id = params.slug;
  const [story, { content, ...chapter }, { chapters }] = await loadAll(
    orErrorPage(api(getStory, { id }), {
      notFound: storyMessages.notFound,
      failed: storyMessages.loadFailed,
    }),
    orErrorPage(api(getChapter, { id, chapterId: params.chapterId }), {
      notFound: chapterMessages.notFoundTitle,
      failed: chapterMessages.loadFailed,
    }),
    orErrorPage(api(listChapters, { id }), {
      notFound: storyMessages.notFound,
      failed: chapterMessages.loadFailed,
    }),
  );
  if (story.slug !== params.slug || String(chapter.id) !== params.chapterId) {
    throw redirect(urls.chapter(story.slug, chapter.id), 301);
  }
  const at = chapters.findIndex((entry) => entry.id === chapter.id);
  return {
    story,
    chapter,
    previous: chapters[at - 1],
    // A chapter published between the two calls is missing from the list.
    next: at === -1 ? undefined : chapters[at + 1],
    number: at === -1 ? chapters.length + 1 : at + 1,
    total: at === -1 ? chapters.length + 1 : chapters.length,
    // The name `html` makes the server send the text once, as HTML; the browser reads it back from #page-html.
    html: blockImages(content),
  };
}
