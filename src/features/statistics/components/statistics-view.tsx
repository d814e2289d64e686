import { groupThousands } from '#base/text.ts';
import { BarChart } from '#ui/bar-chart.tsx';
import { Button } from '#ui/button.tsx';
import { formatDate } from '#ui/dates.ts';
import { Notice } from '#ui/notice.tsx';
import { saveFile } from '#ui/save-file.ts';
import { MIN_GROUP_SIZE, REFERRERS } from '../contract.ts';
import styles from './statistics.module.css';
import { type Statistics, statisticsCsv } from './statistics-csv.ts';
import { ChapterTable, Count, PeriodTable } from './statistics-tables.tsx';

const totalLabels = {
  visits: 'Visits',
  views: 'Views',
  completed_reads: 'Chapters read to the end',
  bookmarks: 'Bookmarks',
} as const;

const referrerLabels = {
  direct: 'Direct or unknown',
  site: 'This site',
  search: 'Search engines',
  social: 'Social networks',
  other: 'Other sites',
} as const;

const unitNames = { day: 'day', week: 'week', month: 'month' } as const;

/** The month's name for a whole month, otherwise the day. */
function labelFor(unit: Statistics['unit']) {
  return (start: string) => (unit === 'month' ? formatDate(start).replace(/^1 /, '') : formatDate(start));
}

export function StatisticsView({ slug, statistics }: { slug: string; statistics: Statistics }) {
  const { from, to, unit, totals, follower_count, referrers, periods, chapters } = statistics;
  const labelOf = labelFor(unit);
  const isEmpty =
    [...Object.values(totals), ...Object.values(referrers), follower_count].every(
      (count) => count === null,
    ) && chapters.every(({ started, completed }) => started === null && completed === null);
  const range = from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`;
  if (isEmpty) {
    return (
      <Notice kind="empty" title="Nothing to show yet">
        {from === to ? 'On' : 'From'} {range} no group of readers reached {MIN_GROUP_SIZE}. Smaller ones stay
        hidden, so that no reader can be recognised.
      </Notice>
    );
  }

  function download() {
    const file = new Blob([statisticsCsv(statistics)], { type: 'text/csv;charset=utf-8' });
    saveFile(file, `${slug}-${from}-${to}.csv`);
  }

  return (
    <div className={styles.content}>
      <dl className={styles.totals}>
        {(Object.keys(totalLabels) as (keyof typeof totalLabels)[]).map((name) => (
          <div key={name}>
            <dt>{totalLabels[name]}</dt>
            <dd>
              <Count of={totals[name]} />
            </dd>
          </div>
        ))}
        <div>
          <dt>Followers now</dt>
          <dd>
            <Count of={follower_count} />
          </dd>
        </div>
      </dl>
      <section className={styles.part} aria-labelledby="visits-title">
        <h2 id="visits-title">Readers over time</h2>
        <BarChart
          title={`Visits by ${unitNames[unit]}`}
          description={`${range}. ${totals.visits === null ? '' : `${groupThousands(totals.visits)} visits in all. `}The table below has every figure.`}
          bars={periods.map(({ start, visits }) => ({ label: labelOf(start), count: visits }))}
        />
        <PeriodTable periods={periods} labelOf={labelOf} />
      </section>
      <section className={styles.part} aria-labelledby="chapters-title">
        <h2 id="chapters-title">Where readers stop</h2>
        {chapters.length === 0 ? (
          <p>There is no published chapter yet.</p>
        ) : (
          <ChapterTable chapters={chapters} />
        )}
      </section>
      <section className={styles.part} aria-labelledby="referrers-title">
        <h2 id="referrers-title">Where visits come from</h2>
        <dl className={styles.totals}>
          {REFERRERS.map((referrer) => (
            <div key={referrer}>
              <dt>{referrerLabels[referrer]}</dt>
              <dd>
                <Count of={referrers[referrer]} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <div>
        <Button onClick={download}>Download as CSV</Button>
      </div>
      <p className={styles.hint}>
        A dash stands for fewer than {MIN_GROUP_SIZE}, or for a figure from which such a number could be
        worked out. A visitor counts once in 24 hours; your own reading never counts. Chapters deleted since
        count in the totals. Days are in UTC. Followers are those of the story, its series or you.
      </p>
    </div>
  );
}
