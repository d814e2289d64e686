import { hiddenText } from '#features/hidden/parts/own-hidden.ts';
import { getReadingList } from '#features/shelves/contract/lists.ts';
import { callApi } from '#ui/api-client.ts';
import { KeepStoriesButton } from './keep-stories-button.tsx';

export type KeepListButtonProps = { slug: string };

/** Keeps the stories of a reading list that its reader does not hide. */
export function KeepListButton({ slug }: KeepListButtonProps) {
  return (
    <KeepStoriesButton
      find={(page, options) => callApi(getReadingList, { slug, hidden: hiddenText(), ...page }, options)}
    />
  );
}
