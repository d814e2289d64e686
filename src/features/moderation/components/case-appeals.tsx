import { formatDayAndTime, formatMoment } from '#ui/dates.ts';
import { List } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
import type { CaseDetail } from '../contract/cases.ts';
import { moderationMessages } from '../contract/moderation.ts';
import styles from './case-view.module.css';

/** The open appeals of a case, and who may answer them. */
export function CaseAppeals({ found: { appeals, entries } }: { found: CaseDetail }) {
  if (appeals.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="appeals-title">
      <h3 id="appeals-title">Appeals</h3>
      <OwnDecisionNotice appeals={appeals} />
      <List className={styles.words}>
        {appeals.map((appeal) => {
          const against = entries.find((entry) => entry.id === appeal.entry_id);
          return (
            <li key={appeal.id} className={styles.word}>
              <p className={styles.text}>{appeal.words}</p>
              <p className={styles.quiet}>
                Against #{appeal.entry_id}
                {against === undefined ? '' : `, decided by ${against.actor_name ?? 'the operator'}`},{' '}
                {formatMoment(appeal.created_at)}
              </p>
            </li>
          );
        })}
      </List>
    </section>
  );
}

/** Explains that this moderator may not answer, must wait, or answers with a remark. */
function OwnDecisionNotice({ appeals }: Pick<CaseDetail, 'appeals'>) {
  const own = appeals.filter((appeal) => appeal.own_decision);
  if (own.length === 0) return null;
  const waits = own.map((appeal) => appeal.waits_until);
  // The latest date counts: one decision answers all of them.
  const until = waits.includes(null) ? null : (waits.toSorted().at(-1) ?? null);
  if (until === null) {
    const { ownDecision, ownDecisionAmong } = moderationMessages;
    const title = own.length < appeals.length ? ownDecisionAmong : ownDecision;
    return <Notice kind="info" live={false} title={title} />;
  }
  if (new Date(until) <= new Date())
    return <Notice kind="info" live={false} title={moderationMessages.ownDecisionSole} />;
  return (
    <Notice kind="info" live={false} title={moderationMessages.ownDecisionWaits}>
      That is {formatDayAndTime(until)}.
    </Notice>
  );
}
