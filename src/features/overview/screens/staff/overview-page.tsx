import { Fragment, type ReactNode } from 'react';
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
import {
  getOverview,
  MAX_BACKUP_AGE_HOURS,
  MAX_SLOW_ROUTES,
  overviewMessages,
  type QueueName,
} from '../../contract.ts';
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
            <SlowRoutes overview={overview} />
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
  tags: 'Tag suggestions',
};

const queueUrls: Record<QueueName, string> = {
  cases: staffUrls.queue(),
  appeals: staffUrls.queue(),
  stories: staffUrls.waiting(),
  comments: staffUrls.commentWaves(),
  tags: staffUrls.tags(),
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

const megabytes = (bytes: number) =>
  bytes < 1e6 ? 'less than 1 MB' : `${groupThousands(Math.round(bytes / 1e6))} MB`;
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
          <Backup backup={overview.backup} />
        </tbody>
      </table>
      <p className={styles.quiet}>
        The backup is the last one that <code>npm run backup</code> made. For its file, the mail server and
        the site’s address run <code>npm run doctor</code> on the machine.
      </p>
    </section>
  );
}

function Backup({ backup }: Pick<Overview, 'backup'>) {
  if (backup === null)
    return (
      <Fact name="Last backup" isAlarm>
        none is known: make one every night
      </Fact>
    );
  const { made_at, bytes, is_old } = backup;
  return (
    <Fact name="Last backup" isAlarm={is_old}>
      {formatMoment(made_at)}, {megabytes(bytes)}
      {is_old ? `: older than ${MAX_BACKUP_AGE_HOURS} hours` : ''}
    </Fact>
  );
}

const duration = (milliseconds: number) =>
  milliseconds < 1000 ? `${Math.ceil(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

/** A pattern that a phone breaks before its slashes. */
const breakable = (route: string) =>
  route.split(/(?=\/)/).map((part, at, parts) => (
    <Fragment key={parts.slice(0, at + 1).join('')}>
      <wbr />
      {part}
    </Fragment>
  ));

function SlowRoutes({ overview: { slow_routes } }: { overview: Overview }) {
  const { since: start, routes } = slow_routes;
  return (
    <section className={styles.part}>
      <h2>Slow routes</h2>
      <p className={styles.quiet}>
        The {MAX_SLOW_ROUTES} slowest since {formatMoment(start)}, when the process that answers you started;
        without answers from the cache. Up to a fifth too high.
      </p>
      {routes.length === 0 ? (
        <p>No request was measured yet.</p>
      ) : (
        <table className={styles.table} aria-label="Slow routes">
          <thead>
            <tr>
              <th scope="col">Route</th>
              <th scope="col">Requests</th>
              <th scope="col">Half within</th>
              <th scope="col">95% within</th>
            </tr>
          </thead>
          <tbody>
            {routes.map(({ route, count, p50_milliseconds, p95_milliseconds }) => (
              <tr key={route}>
                <th scope="row" className={styles.route}>
                  {route === 'page' ? 'All pages' : breakable(route)}
                </th>
                <td>{groupThousands(count)}</td>
                <td className={styles.duration}>{duration(p50_milliseconds)}</td>
                <td className={styles.duration}>{duration(p95_milliseconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
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
