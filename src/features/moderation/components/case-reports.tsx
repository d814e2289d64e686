import { plural } from '#base/text.ts';
import { storedRuleTitle } from '#features/legal/rules.ts';
import { formatMoment } from '#ui/dates.ts';
import { List } from '#ui/list.tsx';
import { urls } from '#urls.ts';
import type { CaseDetail } from '../contract/cases.ts';
import styles from './case-view.module.css';

type Report = CaseDetail['reports'][number];

/** The open reports of a case, from members and guests alike. */
export function CaseReports({ found: moderationCase }: { found: CaseDetail }) {
  const { reports } = moderationCase;
  if (reports.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="reports-title">
      <h3 id="reports-title">Reports</h3>
      <List className={styles.words}>
        {reports.map((report) => (
          <li key={report.id} className={styles.word}>
            <p className={styles.text}>{report.reason.trim()}</p>
            {report.quoted_note === null ? null : (
              <blockquote className={styles.text}>{report.quoted_note}</blockquote>
            )}
            <p className={styles.quiet}>
              {report.is_grave ? <strong className={styles.grave}>Serious. </strong> : null}
              {report.trusted_flagger === null ? null : (
                <strong>
                  Trusted flagger: {report.trusted_flagger}
                  {report.is_from_guest ? ' (by an address that nobody has confirmed)' : ''}.{' '}
                </strong>
              )}
              {report.category === null ? null : <>{storedRuleTitle(report.category)}. </>}
              {report.reporter_unfounded === 0 ? null : (
                <strong>
                  {plural(report.reporter_unfounded, 'unfounded report')} of this sender within a year.{' '}
                </strong>
              )}
              Report {report.id}
              {report.author_username === null ? '' : ` on ${report.author_username}`}, {reporterOf(report)},{' '}
              {formatMoment(report.updated_at)}
            </p>
            <ReportedChapter found={moderationCase} chapterId={report.chapter_id} />
          </li>
        ))}
      </List>
    </section>
  );
}

function reporterOf({ reporter_username, is_from_guest, has_email }: Report): string {
  if (reporter_username !== null) return reporter_username;
  if (!is_from_guest) return 'somebody whose account has been deleted';
  return has_email ? 'from a guest, who will get the decision by email' : 'from a guest';
}

function ReportedChapter({ found, chapterId }: { found: CaseDetail; chapterId: number | null }) {
  const { story, chapters } = found;
  const chapter = chapters.find(({ id }) => id === chapterId);
  if (chapterId === null || story === null) return null;
  return (
    <p className={styles.quiet}>
      {chapter === undefined ? (
        'About a chapter that has been deleted'
      ) : (
        <>
          About <a href={urls.chapter(story.slug, chapter.id)}>{chapter.title}</a>
        </>
      )}
    </p>
  );
}
