import { z } from 'zod';

export const MAX_EMAIL_CHARACTERS = 254;

/** One mail address as a person types it, with the form's messages for a missing and for a malformed one. */
export function emailSchema(messages: { required: string; form: string }) {
  return z
    .string(messages.required)
    .trim()
    .min(1, messages.required)
    .max(MAX_EMAIL_CHARACTERS, messages.form)
    .pipe(z.email(messages.form));
}
