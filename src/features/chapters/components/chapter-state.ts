import type { Story } from '#features/stories/contract/stories.ts';
import { formatMoment } from '#ui/dates.ts';
import { type ChapterEntry, chapterKinds, chapterStates } from '../contract/chapters.ts';

export const WITH_STORY = 'With the story';

/** Whether a chapter is ready, and waits only for its story, which is a draft. */
export function comesWithStory(
  { state }: Pick<ChapterEntry, 'state'>,
  story: Pick<Story, 'visibility'>,
): boolean {
  return state === 'published' && story.visibility === 'draft';
}

/** The state and the kind of a chapter in words for its author: 'Draft', 'Scheduled for …', 'Notice', 'With the story'. */
export function chapterStateText(
  chapter: Pick<ChapterEntry, 'kind' | 'state' | 'publish_at'>,
  story: Pick<Story, 'visibility'>,
): string {
  const { kind, state, publish_at } = chapter;
  const time = publish_at === null ? '' : ` for ${formatMoment(publish_at)}`;
  const kindText = kind === 'chapter' ? [] : [chapterKinds[kind]];
  if (comesWithStory(chapter, story)) return [...kindText, WITH_STORY].join(', ');
  const stateText = state === 'published' && kindText.length > 0 ? [] : [`${chapterStates[state]}${time}`];
  return [...kindText, ...stateText].join(', ');
}
