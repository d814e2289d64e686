import { z } from 'zod';

/** The visibilities that an author chooses from: their label, and their description in the form. */
export const visibilities = {
  public: { label: 'Everyone', hint: 'In the lists and the search, and read by everyone.' },
  members: {
    label: 'Members',
    hint: 'In the lists. Others see title, synopsis and tags, and need an account to read.',
  },
  link: { label: 'By link', hint: 'In no list: only people who have its address can read it.' },
  draft: { label: 'Draft', hint: 'Only you can see it.' },
};
export type Visibility = keyof typeof visibilities;
export const VISIBILITIES = Object.keys(visibilities) as Visibility[];

export const visibilityMessages = {
  /** The answer to a guest who asks for the text of a story for members. */
  membersOnly: 'This story is for members. Please sign in to read it.',
};

export const visibilityInput = z
  .enum(VISIBILITIES, `Visibility must be one of ${VISIBILITIES.join(', ')}`)
  .describe(
    'public: for everyone; members: listed, its text for the signed-in; link: in no list, for those who have its slug; draft: for its author',
  );
