import { COMMENT_SETTINGS, commentSettings } from '#features/labels/contract/comments.ts';
import { CORRECTION_SETTINGS, correctionSettings } from '#features/labels/contract/corrections.ts';
import { SelectField } from '#ui/select-field.tsx';
import type { StoryDetails } from '../contract/stories.ts';
import type { StoryField } from './story-field.ts';

type Conversation = Pick<StoryDetails, 'comments' | 'corrections'>;

/** The choices about what readers may say to the author. */
export const conversationFields: { [Name in keyof Conversation]: StoryField<Conversation[Name]> } = {
  comments: {
    label: 'Comments',
    toText: (setting) => setting,
    fromText: (typed) => COMMENT_SETTINGS.find((setting) => setting === typed) ?? 'members',
    toFact: (setting) => commentSettings[setting],
    Field: ({ isNew: _, ...field }) => (
      <SelectField
        {...field}
        hint="You can remove any comment, and approve the first ones of new accounts."
        options={COMMENT_SETTINGS.map((value) => ({ value, label: commentSettings[value] }))}
      />
    ),
  },
  corrections: {
    label: 'Corrections',
    toText: (setting) => setting,
    fromText: (typed) => CORRECTION_SETTINGS.find((setting) => setting === typed) ?? 'commenters',
    toFact: (setting) => correctionSettings[setting],
    Field: ({ isNew: _, ...field }) => (
      <SelectField
        {...field}
        hint="Readers select words and suggest others. You alone see that, beside the text in the editor."
        options={CORRECTION_SETTINGS.map((value) => ({ value, label: correctionSettings[value] }))}
      />
    ),
  },
};
