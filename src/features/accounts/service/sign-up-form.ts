import { type Failure, failure, invalidField } from '#base/failure.ts';
import type { SignUpChecks } from '#platform/rate-limits/sign-up-checks.ts';
import { accountMessages } from '../contract/accounts.ts';

/** Facts that the site's own form tells of itself; other clients send nothing of it. */
interface SentForm {
  website: string;
  seconds: number;
}

/** Refuses a form that a program has filled in: with text in the field that no person sees, or sent at once. */
export function refuseProgram({ minSeconds, refused }: SignUpChecks, form?: SentForm): Failure | undefined {
  if (form === undefined) return undefined;
  if (form.website !== '') {
    refused.trap += 1;
    return invalidField('website', accountMessages.trapFilled);
  }
  if (form.seconds >= minSeconds) return undefined;
  refused.haste += 1;
  const retryAfterSeconds = Math.ceil(minSeconds - form.seconds);
  return failure('too-many', accountMessages.sentTooSoon, { retryAfterSeconds });
}
