import { fileUrls } from '#urls.ts';

/** Whether the site can be reached at the moment; asks for its smallest file. */
export function siteAnswers(): Promise<boolean> {
  return fetch(fileUrls.robots(), { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  );
}
