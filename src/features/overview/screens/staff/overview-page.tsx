import type { ReactNode } from 'react';
import type { DataOf } from '#base/contract.ts';
import type { PageMeta } from '#base/page-meta.ts';
import { groupThousands, plural } from '#base/text.ts';
import { ModerationFrame } from '#features/moderation/parts/moderation-frame.tsx';
import { staffUrls } from '#staff-urls.ts';
import { callApi } from '#ui/api-client.ts';
import { BarChart } from '#ui/bar-chart.tsx';
import { formatDate, formatMoment } from '#ui/dates.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { getOverview, overviewMessages, type QueueName } from '../../contract.ts';
import styles from './overview-page.module.css';

type Overview = DataOf<typeof getOverview>;

export function meta(): PageMeta {
  return {
    title: 'Overview',
    description: 'What is new on the site, and what waits for somebody.',
    isHidden: true,
  };
}

export function OverviewPage() {
  const loaded = useLoaded('overview', () => callApi(getOverview, {}));
  return (
    <ModerationFrame title="Overview" lead="What is new, and what waits for somebody. Counts alone, in UTC.">
      <LoadedPart
        loaded={loaded}
        label="Loading the overview"
        failed={overviewMessages.loadFailed}
        empty={() => undefined}
      >
        {(overview) => (
          <>
            <Waiting overview={overview} />
            <Days overview={overview} />
            <Machine overview={overview} />
          </>
        )}
      </LoadedPart>
    </ModerationFrame>
  );
}

const queueLabels: Record<QueueName, string> = {
  cases: 'Open cases',
  appeals: 'Appeals',
  stories: 'Waiting stories',
  comments: 'Waiting comments',
};

const queueUrls: Record<QueueName, string> = {
  cases: staffUrls.queue(),
  appeals: staffUrls.queue(),
  stories: staffUrls.waiting(),
  comments: staffUrls.commentWaves(),
};

function Waiting({ overview: { queues } }: { overview: Overview }) {
  return (
    <section className={styles.part}>
      <h2>Waiting</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Queue</th>
            <th scope="col">Waiting</th>
            <th scope="col">Oldest</th>
          </tr>
        </thead>
        <tbody>
          {queues.map(({ name, count, oldest }) => (
            <tr key={name}>
              <th scope="row">
                <a href={queueUrls[name]}>{queueLabels[name]}</a>
              </th>
              <td>{groupThousands(count)}</td>
              <td>{oldest === null ? '–' : `since ${formatMoment(oldest)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const series = [
  { name: 'accounts', title: 'New accounts' },
  { name: 'stories', title: 'New stories' },
  { name: 'comments', title: 'New comments' },
] as const;

function Days({ overview: { accounts, days } }: { overview: Overview }) {
  return (
    <section className={styles.part}>
      <h2>The last {days.length} days</h2>
      <p className={styles.quiet}>
        {plural(accounts, 'account')} altogether. <a href={staffUrls.accounts()}>New accounts</a>
      </p>
      <div className={styles.charts}>
        {series.map(({ name, title }) => (
          <BarChart
            key={name}
            title={title}
            description={`${title} on each of the last ${days.length} days. The table below has the same figures.`}
            bars={days.map((each) => ({ label: formatDate(each.day), count: each[name] }))}
          />
        ))}
      </div>
      <Disclosure showLabel="The same as a table">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reachable by keyboard */}
        <section className={styles.scroll} aria-label="New each day" tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Day</th>
                {series.map(({ name, title }) => (
                  <th key={name} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map((each) => (
                <tr key={each.day}>
                  <th scope="row">{formatDate(each.day)}</th>
                  {series.map(({ name }) => (
                    <td key={name}>{groupThousands(each[name])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </Disclosure>
    </section>
  );
}

const megabytes = (bytes: number) => `${groupThousands(Math.round(bytes / 1e6))} MB`;
const since = (seconds: number) =>
  seconds < 60 ? '' : `, the oldest due for ${plural(Math.round(seconds / 60), 'minute')}`;

function Machine({ overview: { mails, jobs, ...overview } }: { overview: Overview }) {
  const { database_bytes, free_bytes, is_read_only } = overview;
  return (
    <section className={styles.part}>
      <h2>The machine</h2>
      <table className={styles.table}>
        <tbody>
          <Fact name="Mail" isAlarm={mails.parked > 0}>
            {groupThousands(mails.waiting)} waiting{since(mails.oldest_due_seconds)};{' '}
            {groupThousands(mails.parked)} given up; {groupThousands(mails.dropped)} dropped by quotas
          </Fact>
          <Fact name="Jobs" isAlarm={jobs.given_up > 0}>
            {groupThousands(jobs.failing)} to be tried again; {groupThousands(jobs.given_up)} given up
            {since(jobs.oldest_due_seconds)}
          </Fact>
          <Fact name="Database">{megabytes(database_bytes)}</Fact>
          <Fact name="Free space" isAlarm={is_read_only}>
            {free_bytes === null ? 'not known: the database is elsewhere' : megabytes(free_bytes)}
            {is_read_only ? ': the site is read-only' : ''}
          </Fact>
        </tbody>
      </table>
      <p className={styles.quiet}>
        For backups, mail server and address run <code>npm run doctor</code> on the machine.
      </p>
    </section>
  );
}

function Fact({ name, isAlarm = false, children }: { name: string; isAlarm?: boolean; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={isAlarm ? styles.alarm : undefined}>{children}</td>
    </tr>
  );
}
