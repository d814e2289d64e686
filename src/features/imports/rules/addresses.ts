import { urls, withQuery } from '#urls.ts';

/** The page for files, also for chapters of a story; apart from urls.ts, which every reader loads. */
export const importAddress = (story?: string) => withQuery(urls.import(), { story });

export const importPreviewAddress = (id: number | string, story?: string) =>
  withQuery(urls.importPreview(id), { story });
