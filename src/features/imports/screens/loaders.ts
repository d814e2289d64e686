import type { PageRequest } from '#ui/page-loader.ts';

/** The address of the story that gets the chapters of an import, if they are for one. */
const storyIn = (url: URL) => url.searchParams.get('story') ?? undefined;

export type ImportPageData = ReturnType<typeof importPageLoader>;

export function importPageLoader({ url }: PageRequest) {
  return { story: storyIn(url) };
}

export type ImportPreviewPageData = ReturnType<typeof importPreviewPageLoader>;

export function importPreviewPageLoader({ params, url }: PageRequest<'id'>) {
  return { id: params.id, story: storyIn(url) };
}
