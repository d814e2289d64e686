/** Secret links: a draft for beta readers, who need no account. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { chapterEntrySchema, chapterIdInput, chapterSchema } from '#features/chapters/contract/chapters.ts';
import { storyIdOrSlug, storySchema } from '#features/stories/contract/stories.ts';

export const secretLinkMessages = {
  notYours: 'You do not have permission to share this story',
  notShared: 'This story can’t be shared while it is withheld',
  /** Also the answer to a link that was revoked, and to one that never existed. */
  notFound: 'This link is no longer valid',
  notFoundReason: 'Ask the author for a new one.',
  chapterNotFound: 'This chapter is not part of the draft',
  loadFailed: 'Failed to load the draft',
  linkLoadFailed: 'Failed to load the secret link',
  failed: 'The secret link could not be changed',
  created: 'The link is ready. Send it to those who may read the draft.',
  renewed: 'This is the new link; the old one no longer works.',
  removed: 'The link no longer works.',
  copied: 'Link copied',
};

/** The token of a secret link; one of another form leads to nothing. */
export const secretToken = z
  .string()
  .min(1, secretLinkMessages.notFound)
  .max(200, secretLinkMessages.notFound)
  .describe('The last part of the link');

const storyInput = z.object({ id: storyIdOrSlug });

export const createSecretLink = defineCall({
  name: 'createSecretLink',
  method: 'POST',
  path: '/stories/{id}/secret-link',
  summary:
    'Creates a link that shows your story with its drafts to beta readers; an earlier link ends at once.',
  access: 'signed-in',
  rateLimit: 'write',
  input: storyInput,
  data: z.object({ url: z.string() }),
  errors: ['not-found', 'moved', 'not-yours', 'invalid'],
});

export const getSecretLink = defineCall({
  name: 'getSecretLink',
  method: 'GET',
  path: '/stories/{id}/secret-link',
  summary: 'The secret link of your story; null if it has none.',
  access: 'signed-in',
  rateLimit: 'read',
  input: storyInput,
  data: z.object({ url: z.string().nullable() }),
  errors: ['not-found', 'moved', 'not-yours'],
});

export const revokeSecretLink = defineCall({
  name: 'revokeSecretLink',
  method: 'DELETE',
  path: '/stories/{id}/secret-link',
  summary: 'Ends the secret link of your story at once, if there is one.',
  access: 'signed-in',
  rateLimit: 'write',
  input: storyInput,
  data: z.object({}),
  errors: ['not-found', 'moved', 'not-yours'],
});

const sharedStorySchema = storySchema.pick({
  title: true,
  synopsis: true,
  author_display_name: true,
  language: true,
  warnings: true,
});

const sharedChapterEntrySchema = chapterEntrySchema.pick({
  id: true,
  title: true,
  order: true,
  kind: true,
  volume: true,
  warnings: true,
  word_count: true,
});
const neighbourSchema = sharedChapterEntrySchema.pick({ id: true, title: true, order: true });

export const readSharedStory = defineCall({
  name: 'readSharedStory',
  method: 'GET',
  path: '/secret-links/{token}',
  summary: 'The story of a secret link and its chapters, drafts included, without their texts.',
  access: 'anyone',
  rateLimit: 'read',
  input: z.object({ token: secretToken }),
  data: z.object({ story: sharedStorySchema, chapters: z.array(sharedChapterEntrySchema) }),
  errors: ['not-found'],
});

export const readSharedChapter = defineCall({
  name: 'readSharedChapter',
  method: 'GET',
  path: '/secret-links/{token}/chapters/{chapterId}',
  summary: 'One chapter of the story of a secret link, with its text.',
  access: 'anyone',
  rateLimit: 'read',
  input: z.object({ token: secretToken, chapterId: chapterIdInput }),
  data: z.object({
    story: sharedStorySchema,
    chapter: sharedChapterEntrySchema.extend(
      chapterSchema.pick({ content: true, note_before: true, note_after: true }).shape,
    ),
    number: z.int().nullable().describe('Its place among the chapters; null: a notice, which is not counted'),
    total: z.int(),
    previous: neighbourSchema.nullable(),
    next: neighbourSchema.nullable(),
  }),
  errors: ['not-found'],
});
