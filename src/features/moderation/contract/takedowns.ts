/** Legal requests as moderators handle them: removal, counter-notice and put-back with their dates. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { idSchema } from '#base/id-schema.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { storyIdOrSlug } from '#features/stories/contract/stories.ts';
import { TAKEDOWN_TYPES } from '#features/takedown/contract.ts';
import { TAKEDOWN_STEPS } from '#features/takedown/rules.ts';
import { CASE_PAGE_SIZE, noteInput } from './moderation.ts';

/** The reason that both sides read when a deadline reinstates a story. */
export const DEADLINE_NOTE =
  'Fourteen business days have passed since the counter-notice, and the claimant has not told us of a lawsuit (17 U.S.C. § 512(g)(2)(C)).';

/** The reason where the story is deleted before that deadline. */
export const DELETED_NOTE =
  'The story was deleted after the counter-notice, and the claimant has not told us of a lawsuit. There is nothing to reinstate.';

const daySchema = z.iso.date().nullable();

export const takedownSchema = z.object({
  id: z.int(),
  request_type: z.enum(TAKEDOWN_TYPES),
  requester_name: z.string(),
  requester_email: z.string(),
  requester_title: z.string(),
  content_url: z.string(),
  content_description: z.string(),
  reason: z.string(),
  owner_info: z.string(),
  address: z.string(),
  additional_info: z.string(),
  declaration_text: z.string(),
  story_id: z.int().nullable(),
  story_title: z.string().nullable(),
  story_author: z.string().nullable(),
  received_at: z.iso.datetime(),
  waiting_since: z.iso.datetime().nullable(),
  step: z.enum(TAKEDOWN_STEPS),
  put_back_from: daySchema.describe('After a counter-notice: not before this day'),
  put_back_until: daySchema.describe(
    'After a counter-notice: not after this day, unless the claimant has told of a lawsuit',
  ),
  next_steps: z.array(z.enum(TAKEDOWN_STEPS)).describe('The steps that are possible today'),
  steps: z.array(
    z.object({
      step: z.enum(TAKEDOWN_STEPS),
      username: z.string().nullable(),
      note: z.string(),
      happened_at: z.iso.datetime(),
      put_back_from: daySchema,
      put_back_until: daySchema,
    }),
  ),
});
export type Takedown = z.output<typeof takedownSchema>;

export const listTakedownRequests = defineCall({
  name: 'listTakedownRequests',
  method: 'GET',
  path: '/moderation/takedowns',
  summary: 'Takedown requests: those waiting for a moderator, longest wait first, or all, latest first.',
  access: 'moderator',
  rateLimit: 'read',
  input: z.object({ state: z.enum(['waiting', 'all']).default('all'), ...pagingInput(CASE_PAGE_SIZE) }),
  data: z.object({
    requests: z.array(
      takedownSchema.pick({
        id: true,
        request_type: true,
        requester_name: true,
        content_url: true,
        story_id: true,
        story_title: true,
        story_author: true,
        received_at: true,
        waiting_since: true,
        step: true,
        put_back_until: true,
      }),
    ),
    pagination: paginationSchema,
  }),
  errors: [],
});

export const getTakedownRequest = defineCall({
  name: 'getTakedownRequest',
  method: 'GET',
  path: '/moderation/takedowns/{id}',
  summary: 'Everything about a takedown request: what was sent and signed, and every step since.',
  access: 'moderator',
  rateLimit: 'read',
  input: z.object({ id: idSchema }),
  data: takedownSchema,
  errors: ['not-found', 'not-yours'],
});

export const takeTakedownStep = defineCall({
  name: 'takeTakedownStep',
  method: 'POST',
  path: '/moderation/takedowns/{id}/steps',
  summary:
    'Removes the story (or keeps it removed when the claimant has told of a lawsuit), rejects the request, or reinstates the story; after a counter-notice, not before the given day.',
  access: 'moderator',
  rateLimit: 'write',
  input: z.object({
    id: idSchema,
    step: z.enum(['removed', 'rejected', 'put-back']),
    after: z.enum(TAKEDOWN_STEPS).describe('The last step that was seen'),
    note: noteInput,
  }),
  data: takedownSchema,
  errors: ['not-found', 'not-yours', 'edit-conflict', 'invalid'],
});

export const linkTakedown = defineCall({
  name: 'linkTakedown',
  method: 'PUT',
  path: '/moderation/takedowns/{id}/story',
  summary: 'Links a request to the story it is about, if its address did not.',
  access: 'moderator',
  rateLimit: 'write',
  input: z.object({ id: idSchema, story: storyIdOrSlug }),
  data: takedownSchema,
  errors: ['not-found', 'not-yours', 'edit-conflict'],
});
