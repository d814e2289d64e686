/** Export: a download of everything that an account owns. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { storyIdOrSlug } from '#features/stories/contract/stories.ts';

export const exportMessages = {
  failed: 'Your data could not be exported. Please try again.',
  storyFailed: 'The story could not be downloaded. Please try again.',
  notYours: 'You do not have permission to export this story',
  tooMany: 'You have exported often within a short time',
};

export const EXPORT_FORMATS = ['epub', 'docx', 'markdown', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const exportStory = defineCall({
  name: 'exportStory',
  method: 'GET',
  path: '/stories/{id}/export',
  summary:
    'Your story as a file, drafts included. The JSON also has its versions and can be imported again without loss.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({
    id: storyIdOrSlug,
    format: z.enum(EXPORT_FORMATS, `Format must be one of ${EXPORT_FORMATS.join(', ')}`),
  }),
  file: [
    'application/epub+zip',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'text/markdown; charset=utf-8',
    'application/json; charset=utf-8',
  ],
  data: z.object({}),
  errors: ['not-found', 'moved', 'not-yours'],
});

export const exportData = defineCall({
  name: 'exportData',
  method: 'GET',
  path: '/accounts/export',
  summary:
    'All the data of your account, as a ZIP: each story as JSON, which can be imported again, as EPUB and as HTML.',
  access: 'signed-in',
  needsFreshSignIn: true,
  rateLimit: 'write',
  input: z.object({}),
  file: 'application/zip',
  data: z.object({}),
  errors: [],
});
