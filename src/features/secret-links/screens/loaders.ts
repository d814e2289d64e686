import { blockImages } from '#features/chapters/parts/blocked-images.ts';
import { orErrorPage, type PageRequest } from '#ui/page-loader.ts';
import { readSharedChapter, readSharedStory, secretLinkMessages } from '../contract.ts';

export async function sharedStoryPageLoader({ api, params: { token } }: PageRequest<'token'>) {
  const shared = await orErrorPage(api(readSharedStory, { token }), {
    notFound: secretLinkMessages.notFound,
    notFoundReason: secretLinkMessages.notFoundReason,
    failed: secretLinkMessages.loadFailed,
  });
  return { token, ...shared };
}

export async function sharedChapterPageLoader({
  api,
  params: { token, chapterId },
  remoteImages,
}: PageRequest<'token' | 'chapterId'>) {
  const { chapter, ...shared } = await orErrorPage(api(readSharedChapter, { token, chapterId }), {
    notFound: secretLinkMessages.notFound,
    notFoundReason: secretLinkMessages.notFoundReason,
    failed: secretLinkMessages.loadFailed,
  });
  const { content, note_before, note_after, ...entry } = chapter;
  // The name `html` makes the server send the text once, as HTML; the browser reads it back from #page-html.
  return {
    token,
    ...shared,
    chapter: entry,
    noteBefore: blockImages(note_before, remoteImages),
    noteAfter: blockImages(note_after, remoteImages),
    html: blockImages(content, remoteImages),
  };
}
