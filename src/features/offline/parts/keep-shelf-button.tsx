import { listShelfStories } from '#features/shelves/contract/shelves.ts';
import { callApi } from '#ui/api-client.ts';
import { KeepStoriesButton } from '../components/keep-stories-button.tsx';

/** Keeps the stories of one's own shelf. */
export function KeepShelfButton({ shelfId }: { shelfId: string }) {
  return (
    <KeepStoriesButton
      size="small"
      find={(page, options) => callApi(listShelfStories, { id: shelfId, ...page }, options)}
    />
  );
}
