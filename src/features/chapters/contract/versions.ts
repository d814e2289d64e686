import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { storyIdOrSlug } from '#features/stories/contract/stories.ts';
import { chapterIdInput, chapterSchema } from './chapters.ts';

export const versionEntrySchema = z.object({
  id: z.int(),
  title: z.string(),
  word_count: z.int(),
  saved_at: z.iso.datetime().describe('When this text was saved'),
  replaced_at: z.iso.datetime().describe('When the next version replaced it'),
});
export type VersionEntry = z.output<typeof versionEntrySchema>;

export const versionSchema = versionEntrySchema.extend({ content: chapterSchema.shape.content });
export type Version = z.output<typeof versionSchema>;

const versionInput = z.object({
  id: storyIdOrSlug,
  chapterId: chapterIdInput,
  versionId: z.string().min(1, 'Version id is required').max(20, 'Version id is too long'),
});

export const listVersions = defineCall({
  name: 'listVersions',
  method: 'GET',
  path: '/stories/{id}/chapters/{chapterId}/versions',
  summary: 'The earlier versions of a chapter of your story, latest first.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({ id: storyIdOrSlug, chapterId: chapterIdInput }),
  data: z.object({ versions: z.array(versionEntrySchema) }),
  errors: ['not-found', 'moved', 'not-yours'],
});

export const getVersion = defineCall({
  name: 'getVersion',
  method: 'GET',
  path: '/stories/{id}/chapters/{chapterId}/versions/{versionId}',
  summary: 'One earlier version of a chapter of your story.',
  access: 'signed-in',
  rateLimit: 'read',
  input: versionInput,
  data: versionSchema,
  errors: ['not-found', 'moved', 'not-yours'],
});

export const restoreVersion = defineCall({
  name: 'restoreVersion',
  method: 'POST',
  path: '/stories/{id}/chapters/{chapterId}/versions/{versionId}/restore',
  summary: 'Restores the title and text of a version; the current ones become a version themselves.',
  access: 'signed-in',
  rateLimit: 'write',
  input: versionInput,
  data: chapterSchema,
  errors: ['not-found', 'moved', 'not-yours'],
});
