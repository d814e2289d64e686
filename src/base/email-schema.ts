import { z } from 'zod';

const EMAIL_MAXIMUM = 254;

/** One mail address as a person types it, with the messages that the place has for a missing and for an odd one. */
export function emailSchema(messages: { required: string; form: string }) {
  return z
    .string(messages.required)
    .trim()
    .min(1, messages.required)
    .max(EMAIL_MAXIMUM, messages.form)
    .pipe(z.email(messages.form));
}
