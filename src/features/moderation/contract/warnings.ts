/** Content warnings that staff add to stories and chapters. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { idSchema } from '#base/id-schema.ts';
import { warningNames } from '#features/labels/contract/warnings.ts';
import { storyIdOrSlug } from '#features/stories/contract/stories.ts';
import { noteInput } from './moderation.ts';

export const staffWarningMessages = {
  chapterNotFound: 'Chapter not found',
  ownStory: 'This is your own story: its edit page has its warnings',
  saved: 'Saved. The author has been told.',
};

export const setStaffWarnings = defineCall({
  name: 'setStaffWarnings',
  method: 'POST',
  path: '/moderation/stories/{id}/warnings',
  summary:
    'Sets the warnings that staff add to a story or one of its chapters; an empty list lifts them. The author is told by email, with the reason, and can appeal, but not remove them.',
  access: 'moderator',
  rateLimit: 'write',
  input: z.object({
    id: storyIdOrSlug,
    chapter_id: idSchema
      .optional()
      .describe('The chapter that the warnings are about; the whole story if omitted'),
    warnings: warningNames
      .max(20, 'There are fewer warnings')
      .describe('All warnings that staff give from now on'),
    note: noteInput,
  }),
  data: z.object({ staff_warnings: warningNames }),
  errors: ['not-found', 'not-yours'],
});
