import { type KeyboardEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { plural } from '#base/text.ts';
import { formatMoment } from '#ui/dates.ts';
import { OrderedList } from '#ui/list.tsx';
import type { Case, QueuedCase } from '../contract/cases.ts';
import { STRIKES_UNTIL_REVIEW } from '../rules.ts';
import styles from './case-list.module.css';
import { caseTitle } from './case-title.ts';
import { RowCheckbox } from './row-checkbox.tsx';
import { deadlineLabel } from './takedown-texts.ts';
import type { Selection } from './use-selection.ts';

export type CaseListProps = {
  cases: QueuedCase[];
  /** For acting on several; undefined where there is nothing to do. */
  selection: Selection | undefined;
  selected: number | undefined;
  hrefOf: (id: number) => string;
};

const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/**
 * The queue. With the focus in it, j and k or the arrows open the next and the previous case; keys work only there, so
 * that they do not disturb typing or screen readers elsewhere (WCAG 2.1.4).
 */
export function CaseList({ cases, selection, selected, hrefOf }: CaseListProps) {
  const navigate = useNavigate();
  const list = useRef<HTMLOListElement>(null);

  function step(event: KeyboardEvent) {
    const by = STEPS[event.key];
    if (by === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const next = links[Math.min(Math.max(at + by, 0), links.length - 1)];
    if (next === undefined) return;
    next.focus();
    void navigate(next.pathname + next.search, { replace: true, state: { keepScrollPosition: true } });
  }

  return (
    <div data-keeps-place="">
      <OrderedList ref={list} className={styles.list} aria-label="Cases" onKeyDown={step}>
        {cases.map((moderationCase) => (
          <li key={moderationCase.id} className={selection === undefined ? undefined : styles.choosable}>
            {selection === undefined ? null : (
              <RowCheckbox id={moderationCase.id} label={caseTitle(moderationCase)} selection={selection} />
            )}
            <a
              className={styles.link}
              href={hrefOf(moderationCase.id)}
              aria-current={moderationCase.id === selected ? 'page' : undefined}
            >
              <span className={styles.title}>{caseTitle(moderationCase)}</span>
              {moderationCase.report_excerpt === null ? null : (
                <span className={styles.excerpt}>{moderationCase.report_excerpt}</span>
              )}
              <span className={styles.facts}>
                {moderationCase.is_grave ? <span className={styles.grave}>Serious</span> : null}
                {moderationCase.author_strikes >= STRIKES_UNTIL_REVIEW ? (
                  <span className={styles.grave}>{moderationCase.author_strikes} strikes</span>
                ) : null}
                {moderationCase.is_trusted ? <span className={styles.trusted}>Trusted flagger</span> : null}
                {moderationCase.put_back === null ? null : (
                  <span className={isPressing(moderationCase.put_back) ? styles.grave : undefined}>
                    {deadlineLabel(moderationCase.put_back)}
                  </span>
                )}
                {factsOf(moderationCase).map((fact) => (
                  <span key={fact}>{fact}</span>
                ))}
              </span>
            </a>
          </li>
        ))}
      </OrderedList>
      <p className={styles.hint}>Tip: j / k or the arrow keys move through the list.</p>
    </div>
  );
}

const isPressing = ({ stage }: NonNullable<Case['put_back']>) => stage === 'last-day' || stage === 'overdue';

function factsOf(one: Case): string[] {
  const counts = [
    one.report_count === 0 ? '' : plural(one.report_count, 'report'),
    one.takedown_count === 0 ? '' : plural(one.takedown_count, 'legal request'),
    one.appeal_count === 0 ? '' : plural(one.appeal_count, 'appeal'),
    one.gone_at === null ? '' : 'deleted',
  ];
  const since = new Date(one.since) > new Date() ? 'from' : 'since';
  const when = one.closed_at === null ? `${since} ${formatMoment(one.since)}` : formatMoment(one.closed_at);
  return [...counts.filter((text) => text !== ''), when];
}
