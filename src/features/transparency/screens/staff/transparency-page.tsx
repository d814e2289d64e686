import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { groupThousands, plural } from '#base/text.ts';
import { storedRuleTitle } from '#features/legal/rules.ts';
import { loggedActionLabels } from '#features/moderation/contract/moderation.ts';
import { ModerationFrame } from '#features/moderation/parts/moderation-frame.tsx';
import { staffUrls } from '#staff-urls.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { saveFile } from '#ui/save-file.ts';
import { TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { readStatements, readTransparency, type Transparency, transparencyMessages } from '../../contract.ts';
import styles from './transparency-page.module.css';

export function meta(): PageMeta {
  return {
    title: 'Transparency report',
    description: 'What was reported and decided, in numbers.',
    isHidden: true,
  };
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** The period in the address; this year so far by default. */
function usePeriod(): { from: string; until: string } {
  const query = new URLSearchParams(useLocation().search);
  const today = dayOf(new Date());
  return { from: query.get('from') ?? `${today.slice(0, 4)}-01-01`, until: query.get('until') ?? today };
}

export function TransparencyPage() {
  const period = usePeriod();
  const { from, until } = period;
  const loaded = useLoaded(`${from} ${until}`, () => callApi(readTransparency, period));
  return (
    <ModerationFrame
      title="Transparency report"
      lead="What was reported and decided in a period. It names nobody, so that you can publish it."
    >
      <PeriodForm key={`${from} ${until}`} period={period} />
      <LoadedPart
        loaded={loaded}
        label="Loading the report"
        failed={transparencyMessages.loadFailed}
        empty={() => undefined}
      >
        {(report) => <Report report={report} />}
      </LoadedPart>
    </ModerationFrame>
  );
}

function PeriodForm({ period }: { period: { from: string; until: string } }) {
  const navigate = useNavigate();
  const form = useForm({
    names: ['from', 'until'],
    check: ({ from, until }) => ({
      from: from === '' ? transparencyMessages.fromForm : undefined,
      until:
        until === '' ? transparencyMessages.untilForm : until < from ? transparencyMessages.order : undefined,
    }),
    submit: async ({ from, until }) => {
      await navigate(staffUrls.transparency({ from, until }), { preventScrollReset: true });
      return undefined;
    },
    failureMessage: transparencyMessages.loadFailed,
  });
  return (
    <Form form={form} label="Period" className={styles.period}>
      <TextField name="from" label="From" type="date" defaultValue={period.from} required />
      <TextField name="until" label="Until" type="date" defaultValue={period.until} required />
      <FormActions>
        <SubmitButton>Show</SubmitButton>
      </FormActions>
    </Form>
  );
}

const subjectNames = { story: 'Stories', author: 'Authors', list: 'Reading lists', comment: 'Comments' };
const stepNames = {
  received: 'Received',
  removed: 'Removed',
  rejected: 'Rejected',
  'counter-notice': 'Counter-notices',
  'put-back': 'Removals taken back',
};

const TWO_DAYS = 48;

/** A time in hours as words; a dash for none. */
function duration(hours: number | null): string {
  if (hours === null) return '–';
  if (hours < 1) return 'Under an hour';
  return hours < TWO_DAYS ? plural(Math.round(hours), 'hour') : plural(Math.round(hours / 24), 'day');
}

function Report({ report }: { report: Transparency }) {
  const { reports, decisions, appeals, takedowns } = report;
  const { isBusy, run } = useToastedAction(transparencyMessages.statementsFailed);
  const save = (content: object, name: string) =>
    saveFile(
      new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: 'application/json' }),
      `${name}-${report.from}-${report.until}.json`,
    );
  const download = () => save(report, 'transparency');
  const downloadStatements = () =>
    run(async () => {
      const { statements } = await callApi(readStatements, { from: report.from, until: report.until });
      save(statements, 'statements');
      return `Saved: ${plural(statements.length, 'statement')}.`;
    });
  return (
    <div className={styles.report}>
      <Part title="Reports">
        <Figures
          rows={[
            ['Received', reports.total],
            ['Without an account', reports.by_guests],
            ['By trusted flaggers', reports.by_trusted_flaggers],
            ['About minors, consent or real people', reports.grave],
            ['Decided', reports.decided],
            ['Something was done', reports.upheld],
            ['Until the decision, median', duration(reports.median_hours)],
          ]}
        />
        <Figures
          title="About"
          rows={reports.by_subject.map(({ kind, count }) => [subjectNames[kind], count])}
        />
      </Part>
      <Part title="Decisions">
        <p className={styles.note}>Each was made by a person. Programs only make new texts wait for one.</p>
        {decisions.length === 0 ? (
          <p>None in this period.</p>
        ) : (
          <Figures
            rows={decisions.map(({ action, rule, count }) => [
              rule === null
                ? loggedActionLabels[action]
                : `${loggedActionLabels[action]}: ${storedRuleTitle(rule)}`,
              count,
            ])}
          />
        )}
      </Part>
      <Part title="Appeals">
        <Figures
          rows={[
            ['Received', appeals.total],
            ['Answered', appeals.answered],
            ['Decision changed', appeals.granted],
            ['Until the answer, median', duration(appeals.median_hours)],
          ]}
        />
      </Part>
      <Part title="Legal requests">
        <Figures
          rows={[
            ['Requests', takedowns.total],
            ...takedowns.steps
              .filter(({ kind }) => kind !== 'received')
              .map(({ kind, count }): [string, number] => [stepNames[kind], count]),
          ]}
        />
      </Part>
      <div className={styles.wide}>
        <p className={styles.note}>
          The statements of reasons of the period, in the fields of the Transparency Database of the European
          Union. They name nobody.
        </p>
        <div className={styles.downloads}>
          <Button onClick={download}>Download as JSON</Button>
          <Button busy={isBusy} busyText="Downloading..." onClick={() => void downloadStatements()}>
            Download statements of reasons
          </Button>
        </div>
      </div>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  );
}

function Figures({ title, rows }: { title?: string; rows: [string, number | string][] }) {
  if (rows.length === 0) return null;
  return (
    <table className={styles.figures}>
      {title === undefined ? null : <caption>{title}</caption>}
      <tbody>
        {rows.map(([label, figure]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{typeof figure === 'number' ? groupThousands(figure) : figure}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
