/** Export: a download of everything that an account owns. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';

export const exportMessages = {
  failed: 'Your data could not be exported. Please try again.',
};

export const exportData = defineCall({
  name: 'exportData',
  method: 'GET',
  path: '/accounts/export',
  summary: 'All the data of your account, as a ZIP of JSON and HTML.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({}),
  file: 'application/zip',
  data: z.object({}),
  errors: [],
});
