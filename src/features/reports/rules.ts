import { characterCount } from '#base/text.ts';
import { MAX_REPORT_REASON_CHARACTERS, MIN_REPORT_REASON_CHARACTERS, reportMessages } from './contract.ts';

/**
 * The reason of a report as stored: trimmed, and padded with spaces to the minimum length, as the product always did.
 * Invisible characters alone are no reason.
 */
export function parseReportReason(
  typed: string,
): { ok: true; reason: string } | { ok: false; message: string } {
  const reason = typed.trim();
  if (!/[^\p{C}\p{Z}]/u.test(reason)) return { ok: false, message: reportMessages.required };
  const length = characterCount(reason);
  if (length > MAX_REPORT_REASON_CHARACTERS) return { ok: false, message: reportMessages.tooLong };
  return { ok: true, reason: reason + ' '.repeat(Math.max(0, MIN_REPORT_REASON_CHARACTERS - length)) };
}
