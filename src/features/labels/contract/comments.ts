import { z } from 'zod';

/** The people who may comment on a story, in the words of its form. */
export const commentSettings = {
  off: 'Off',
  closed: 'Closed: those that are there stay, none is added',
  members: 'From members',
  followers: 'From members who follow you, the story or its series',
  approved: 'From members, each after you have approved it',
};
export type CommentSetting = keyof typeof commentSettings;
export const COMMENT_SETTINGS = Object.keys(commentSettings) as CommentSetting[];

export const commentsInput = z
  .enum(COMMENT_SETTINGS, `Comments must be one of ${COMMENT_SETTINGS.join(', ')}`)
  .describe(
    'Who may comment: nobody, and no comment is shown; closed: nobody any more, and comments stay; members; those who follow the story, its series or its author; members, each comment after its approval',
  );
