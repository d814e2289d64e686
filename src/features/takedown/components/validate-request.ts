import { characterCount } from '#base/text.ts';
import type { FormValues } from '#ui/form-values.ts';
import type { FieldErrors } from '#ui/use-form.ts';
import { MAX_TAKEDOWN_CHARACTERS, takedownMessages, tooLongMessages } from '../contract.ts';

export const TAKEDOWN_FIELDS = [
  'request_type',
  'requester_name',
  'requester_email',
  'requester_title',
  'content_url',
  'content_description',
  'reason',
  'owner_info',
  'address',
  'additional_info',
  'electronic_signature',
] as const;
export type TakedownField = (typeof TAKEDOWN_FIELDS)[number];

const requiredMessages: Partial<Record<TakedownField, string>> = {
  requester_name: takedownMessages.nameRequired,
  requester_email: takedownMessages.emailRequired,
  content_description: takedownMessages.descriptionRequired,
  reason: takedownMessages.reasonRequired,
  owner_info: takedownMessages.ownerRequired,
  address: takedownMessages.addressRequired,
  electronic_signature: takedownMessages.signatureRequired,
};

/** The errors that can be detected before sending. */
export function validateRequest(values: FormValues<TakedownField>): FieldErrors<TakedownField> {
  const errors: FieldErrors<TakedownField> = {};
  for (const [name, limit] of Object.entries(MAX_TAKEDOWN_CHARACTERS) as [
    keyof typeof MAX_TAKEDOWN_CHARACTERS,
    number,
  ][]) {
    if (characterCount(values[name].trim()) > limit) errors[name] = tooLongMessages[name];
  }
  for (const [name, message] of Object.entries(requiredMessages) as [TakedownField, string][]) {
    if (values[name].trim() === '') errors[name] = message;
  }
  const email = values.requester_email.trim();
  if (email !== '' && !email.includes('@')) errors.requester_email = takedownMessages.emailForm;
  return errors;
}
