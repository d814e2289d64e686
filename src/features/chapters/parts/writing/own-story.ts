import { isApiError } from '#base/failure.ts';
import type { User } from '#features/accounts/contract/session.ts';
import { currentSession, isOwnPenName, refreshUser } from '#features/accounts/parts/session.ts';
import { getStory, type Story, storyMessages } from '#features/stories/contract/stories.ts';
import { callApi } from '#ui/api-client.ts';
import {
  type Chapter,
  type ChapterEntry,
  chapterMessages,
  getChapter,
  listChapters,
} from '../../contract/chapters.ts';

/** The reason why an author's page cannot be shown, in words for its visitor. */
export class CannotWrite extends Error {}

/** The user's own story; throws a CannotWrite for any other. */
export async function loadOwnStory(user: User, slug: string, refusal: string): Promise<Story> {
  let story: Story;
  try {
    story = await callApi(getStory, { id: slug });
  } catch (error) {
    throw new CannotWrite(isMissing(error) ? storyMessages.notFound : storyMessages.loadDetailsFailed);
  }
  if (isOwnPenName(user, story.author_id)) return story;
  // This browser may not have heard yet of a pen name that was added on another device.
  await refreshUser();
  if (!isOwnPenName(currentSession().user, story.author_id)) throw new CannotWrite(refusal);
  return story;
}

/** The chapters of the story, which determine the next chapter's order; [] when they cannot be loaded. */
export async function loadChapters(story: Story): Promise<ChapterEntry[]> {
  try {
    return (await callApi(listChapters, { id: String(story.id) })).chapters;
  } catch {
    return [];
  }
}

export async function loadOwnChapter(
  user: User,
  address: { slug: string; chapterId: string },
): Promise<{ story: Story; chapter: Chapter }> {
  const story = await loadOwnStory(user, address.slug, chapterMessages.notYours);
  try {
    return {
      story,
      chapter: await callApi(getChapter, { id: String(story.id), chapterId: address.chapterId }),
    };
  } catch (error) {
    throw new CannotWrite(isMissing(error) ? chapterMessages.notFound : chapterMessages.loadDetailsFailed);
  }
}

/** One more than the highest order; 1 without chapters. */
export function nextOrder(chapters: readonly Pick<ChapterEntry, 'order'>[]): number {
  return chapters.reduce((highest, { order }) => Math.max(highest, order), 0) + 1;
}

function isMissing(error: unknown): boolean {
  return isApiError(error) && [400, 404, 422].includes(error.status);
}
