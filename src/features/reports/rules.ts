import { characterCount } from '#base/text.ts';
import { REPORT_REASON_MAXIMUM, REPORT_REASON_MINIMUM, reportMessages } from './contract.ts';

/**
 * The reason of a report as it is stored: trimmed, and a short one padded with spaces to the least length, as the
 * product always did. What is invisible is no reason.
 */
export function reportReason(typed: string): { ok: true; reason: string } | { ok: false; message: string } {
  const reason = typed.trim();
  if (!/[^\p{C}\p{Z}]/u.test(reason)) return { ok: false, message: reportMessages.required };
  const length = characterCount(reason);
  if (length > REPORT_REASON_MAXIMUM) return { ok: false, message: reportMessages.tooLong };
  return { ok: true, reason: reason + ' '.repeat(Math.max(0, REPORT_REASON_MINIMUM - length)) };
}
