import type { LockedReport } from '#features/reports/service/reports.ts';
import type { Context } from '#platform/runtime/context.ts';
import { guestReportMail } from '../mail/report-mails.ts';
import type { ReportDecision } from '../rules.ts';
import { mailSiteOf, type OutgoingMail } from './outgoing-mails.ts';

/** The mails to guests whose reports were decided: one per address, however many reports it sent. */
export function guestReportMails(
  context: Pick<Context, 'publicUrl' | 'operator'>,
  reports: readonly LockedReport[],
  decision: ReportDecision,
): OutgoingMail[] {
  const guests = new Map<string, { to: string; numbers: number[] }>();
  for (const { id, guestEmail } of reports) {
    if (guestEmail === null) continue;
    const key = guestEmail.toLowerCase();
    const known = guests.get(key);
    if (known === undefined) guests.set(key, { to: guestEmail, numbers: [id] });
    else known.numbers.push(id);
  }
  const site = mailSiteOf(context);
  return [...guests.values()].map(({ to, numbers }) => ({
    to,
    mail: guestReportMail(site, { numbers, decision }),
  }));
}
