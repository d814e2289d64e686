import { formatMoment } from '#ui/dates.ts';
import type { Story } from '../contract/stories.ts';

const waitingTexts = {
  address: 'Not in the lists yet: verify your address. ',
  moderator: 'Not in the lists yet: a moderator will look at it first. ',
};
const visibilityTexts = { public: '', members: 'Members. ', link: 'By link. ', draft: 'Draft. ' };

/** The state of one's own story in sentences, each with a space after it; '' for an ordinary one. */
export function stateOfStory(story: Story): string {
  const { withheld_at, waiting_for, visibility, next_chapter_at } = story;
  return [
    withheld_at === undefined ? '' : 'Withheld from readers. ',
    waiting_for === undefined ? '' : waitingTexts[waiting_for],
    visibilityTexts[visibility],
    next_chapter_at === undefined ? '' : `Scheduled for ${formatMoment(next_chapter_at)}. `,
  ].join('');
}
