import { redirect } from 'react-router';
import { blockImages } from '#features/chapters/parts/blocked-images.ts';
import { getStory, storyMessages } from '#features/stories/contract/stories.ts';
import { loadAll, orErrorPage, type PageRequest, pageOf, unlessSignedOut } from '#ui/page-loader.ts';
import { urls } from '#urls.ts';
import { wholeStory, wholeStoryMessages } from '../contract.ts';

export async function wholeStoryPageLoader({ api, params, url, remoteImages }: PageRequest<'slug'>) {
  const id = params.slug;
  const requested = pageOf(url, 'part');
  const messages = {
    notFound: storyMessages.notFound,
    notFoundReason: storyMessages.notFoundReason,
    failed: wholeStoryMessages.loadFailed,
  };
  const [story, whole] = await loadAll(
    orErrorPage(api(getStory, { id }), messages),
    orErrorPage(unlessSignedOut(api(wholeStory, { id, part: requested })), messages),
  );
  if (story.slug !== params.slug) throw redirect(urls.wholeStory(story.slug, requested), 301);
  if (whole === undefined) return { story, path: urls.wholeStory(id, requested) };
  const { part, parts, chapters, texts } = whole;
  const notes = texts.map(({ id: chapterId, note_before, note_after }) => ({
    chapterId,
    before: blockImages(note_before, remoteImages),
    after: blockImages(note_after, remoteImages),
  }));
  // The name `texts` makes the server send the texts once, as HTML; the browser reads them back from the page.
  return {
    story,
    part,
    parts,
    chapters,
    notes,
    texts: texts.map(({ content }) => blockImages(content, remoteImages)),
  };
}
