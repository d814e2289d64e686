import { layOutMail } from '#platform/mail/mail-layout.ts';
import type { Mail } from '#platform/mail/outbox.ts';
import { urls } from '#urls.ts';
import type { ReportDecision } from '../rules.ts';

const outcomes: Record<ReportDecision, string> = {
  dismissed: 'What you reported does not break our guidelines and stays as it is.',
  hidden: 'What you reported is hidden until it is corrected.',
  removed: 'What you reported has been removed.',
  suspended: 'The account has been suspended.',
};

/** Tells a guest that their report was decided. The mail names nothing they read: the address was never confirmed. */
export function guestReportMail(
  site: { url: string; readsReplies: boolean },
  { numbers, decision }: { numbers: number[]; decision: ReportDecision },
): Omit<Mail, 'to'> {
  const number = numbers.join(', ');
  return layOutMail({
    kind: 'moderation-report',
    subject: `About your report ${number}`,
    paragraphs: [
      `A moderator has read your report ${number} and decided.`,
      outcomes[decision],
      { label: 'The guidelines', url: site.url + urls.guidelines() },
    ],
    afterwords: [
      `If you disagree, report it again and say what was overlooked${site.readsReplies ? ', or reply to this email' : ''}.`,
      { label: 'Report again', url: site.url + urls.report() },
      'Your address has been deleted from the report. Not you? Ignore this email: we won’t write again.',
    ],
  });
}
