/** Takedown requests: legal notices from anyone about content on this site, and their outcomes. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { emailSchema } from '#base/email-schema.ts';
import { fits, normalizeLine, normalizeLines, tooLongMessage } from '#base/plain-text.ts';
import { DECLARATION_VERSIONS } from './rules.ts';

export const TAKEDOWN_TYPES = ['dmca', 'copyright', 'trademark', 'other'] as const;
export type TakedownType = (typeof TAKEDOWN_TYPES)[number];

export const takedownTypeLabels: Record<TakedownType, string> = {
  dmca: 'DMCA Takedown',
  copyright: 'Copyright Complaint',
  trademark: 'Trademark Issue',
  other: 'Other Legal Concern',
};

export const MAX_TAKEDOWN_CHARACTERS = {
  requester_name: 200,
  requester_title: 200,
  content_url: 2000,
  content_description: 5000,
  reason: 5000,
  owner_info: 2000,
  address: 1000,
  additional_info: 5000,
};

export const takedownMessages = {
  nameRequired: 'Name is required',
  emailRequired: 'Email is required',
  emailForm: 'Valid email is required',
  descriptionRequired: 'Content description is required',
  reasonRequired: 'Reason is required',
  ownerRequired: 'Owner information is required',
  addressRequired: 'Address is required',
  signatureRequired: 'Electronic signature is required',
  fixErrors: 'Please fix the errors in the form',
  failed: 'Failed to submit takedown request',
  submitted: 'Your takedown request has been submitted successfully',
};

/** The messages for texts that are too long; also shown beside the field before sending. */
export const tooLongMessages: Record<keyof typeof MAX_TAKEDOWN_CHARACTERS, string> = {
  requester_name: tooLongMessage('Name', MAX_TAKEDOWN_CHARACTERS.requester_name),
  requester_title: tooLongMessage('Title', MAX_TAKEDOWN_CHARACTERS.requester_title),
  content_url: tooLongMessage('The address', MAX_TAKEDOWN_CHARACTERS.content_url),
  content_description: tooLongMessage('Content description', MAX_TAKEDOWN_CHARACTERS.content_description),
  reason: tooLongMessage('Reason', MAX_TAKEDOWN_CHARACTERS.reason),
  owner_info: tooLongMessage('Owner information', MAX_TAKEDOWN_CHARACTERS.owner_info),
  address: tooLongMessage('Address', MAX_TAKEDOWN_CHARACTERS.address),
  additional_info: tooLongMessage('Additional information', MAX_TAKEDOWN_CHARACTERS.additional_info),
};

type TextField = keyof typeof MAX_TAKEDOWN_CHARACTERS;
const singleLineFields: readonly TextField[] = ['requester_name', 'requester_title', 'content_url'];

function textSchema(name: TextField, message: string) {
  return z
    .string(message)
    .transform(singleLineFields.includes(name) ? normalizeLine : normalizeLines)
    .refine((text) => fits(text, MAX_TAKEDOWN_CHARACTERS[name]), tooLongMessages[name]);
}

const requiredText = (name: TextField, message: string) =>
  textSchema(name, message).refine((text) => text !== '', message);

const optionalText = (name: TextField) =>
  textSchema(name, `${name} must be a string`)
    .nullish()
    .transform((text) => text ?? '');

const takedownInput = z.object({
  request_type: z.enum(TAKEDOWN_TYPES).default('dmca'),
  requester_name: requiredText('requester_name', takedownMessages.nameRequired),
  requester_email: emailSchema({
    required: takedownMessages.emailRequired,
    form: takedownMessages.emailForm,
  }),
  requester_title: optionalText('requester_title'),
  content_url: optionalText('content_url'),
  content_description: requiredText('content_description', takedownMessages.descriptionRequired),
  reason: requiredText('reason', takedownMessages.reasonRequired),
  owner_info: requiredText('owner_info', takedownMessages.ownerRequired),
  address: requiredText('address', takedownMessages.addressRequired),
  electronic_signature: z.literal(true, takedownMessages.signatureRequired),
  additional_info: optionalText('additional_info'),
  declaration_version: z
    .enum(DECLARATION_VERSIONS)
    .optional()
    .describe('Which version of the declaration was shown and ticked; the current one if left out'),
});

export const submitTakedown = defineCall({
  name: 'submitTakedown',
  method: 'POST',
  path: '/account/legal/takedown',
  summary:
    'Sends a takedown request; its sender gets a receipt by email. The same one sent again while it is open counts as one.',
  access: 'anyone',
  rateLimit: 'write',
  idempotent: true,
  input: takedownInput,
  data: z.object({ id: z.int() }),
  status: 201,
  errors: [],
});
