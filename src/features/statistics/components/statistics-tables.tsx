import { groupThousands } from '#base/text.ts';
import styles from './statistics.module.css';
import type { Statistics } from './statistics-csv.ts';

/** A count; a dash for one that is not shown. */
export function Count({ of }: { of: number | null }) {
  if (of !== null) return groupThousands(of);
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">not shown</span>
    </>
  );
}

type PeriodTableProps = { periods: Statistics['periods']; labelOf: (start: string) => string };

export function PeriodTable({ periods, labelOf }: PeriodTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reachable by keyboard
    <section className={styles.scroll} aria-label="Table of readers over time" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Views</th>
            <th scope="col">Visits</th>
            <th scope="col">Read to the end</th>
            <th scope="col">Bookmarks</th>
          </tr>
        </thead>
        <tbody>
          {periods.toReversed().map((period) => (
            <tr key={period.start}>
              <th scope="row">{labelOf(period.start)}</th>
              {[period.views, period.visits, period.completed_reads, period.bookmarks].map((count, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
                <td key={at}>
                  <Count of={count} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Each chapter's readers, as bars on the scale of the most read one. */
export function ChapterTable({ chapters }: { chapters: Statistics['chapters'] }) {
  const most = Math.max(
    1,
    ...chapters.map(({ started, completed }) => Math.max(started ?? 0, completed ?? 0)),
  );
  const share = (count: number | null) => `${((count ?? 0) / most) * 100}%`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reachable by keyboard
    <section className={styles.scroll} aria-label="Table of readers by chapter" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Chapter</th>
            <th scope="col">Begun</th>
            <th scope="col">Read to the end</th>
          </tr>
        </thead>
        <tbody>
          {chapters.map(({ chapter_id, title, started, completed }) => (
            <tr key={chapter_id}>
              <th scope="row" className={styles.chapter}>
                {title}
                <svg className={styles.share} aria-hidden="true">
                  <rect className={styles.begun} width={share(started)} height="100%" />
                  <rect className={styles.bar} width={share(completed)} height="100%" />
                </svg>
              </th>
              <td>
                <Count of={started} />
              </td>
              <td>
                <Count of={completed} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
