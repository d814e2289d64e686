import { ApiError, isApiError } from '#base/failure.ts';
import { callApi } from '#ui/api-client.ts';
import { type ChapterEntry, listChapters } from '../../contract/chapters.ts';
import { severalMessages } from '../../contract/several-chapters.ts';

/** Whether a call was refused because the story has other chapters by now than the page shows. */
function isStale(error: unknown): error is ApiError {
  return isApiError(error) && ('chapter_ids' in error.fields || 'before' in error.fields);
}

/** Makes a call that depends on the shown chapters. A page that is out of date shows the stored ones, and says so. */
export async function withFreshChapters<Data>(
  storyId: number,
  call: () => Promise<Data>,
  show: (stored: ChapterEntry[]) => void,
): Promise<Data> {
  try {
    return await call();
  } catch (error) {
    if (!isStale(error)) throw error;
    show((await callApi(listChapters, { id: String(storyId) })).chapters);
    throw new ApiError(error.status, error.code, severalMessages.changedElsewhere);
  }
}
