import { formatMoment } from '#ui/dates.ts';
import { type ChapterEntry, chapterKinds, chapterStates } from '../contract/chapters.ts';

/** The state and the kind of a chapter in words for its author: 'Draft', 'Scheduled for …', 'Notice, published'. */
export function chapterStateText({
  kind,
  state,
  publish_at,
}: Pick<ChapterEntry, 'kind' | 'state' | 'publish_at'>): string {
  const time = publish_at === null ? '' : ` for ${formatMoment(publish_at)}`;
  const kindText = kind === 'chapter' ? [] : [chapterKinds[kind]];
  const stateText = state === 'published' && kindText.length > 0 ? [] : [`${chapterStates[state]}${time}`];
  return [...kindText, ...stateText].join(', ');
}
