import { useState } from 'react';
import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { siteName } from '#base/site-name.ts';
import { callApi } from '#ui/api-client.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { NarrowPage, SmallPrint } from '#ui/narrow-page.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { urls } from '#urls.ts';
import {
  MAX_REPORT_REASON_CHARACTERS,
  MIN_REPORT_REASON_CHARACTERS,
  reportMessages,
  sendGuestReport,
} from '../contract.ts';
import { parseReportReason } from '../rules.ts';
import type { ReportPageData } from './loaders.ts';
import styles from './report-page.module.css';

const TITLE = 'Report without an account';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: `Tell the moderators of ${siteName()} about a story, a reading list or an author that breaks the rules.`,
    canonical: urls.report(),
    isHidden: true,
  };
}

interface Sent {
  number: number;
  isAnswered: boolean;
}

export function ReportPage() {
  const { address } = useLoaderData() as ReportPageData;
  const [sent, setSent] = useState<Sent>();
  if (sent !== undefined) return <ReportSent {...sent} />;
  return (
    <NarrowPage
      size="form"
      title={TITLE}
      lead={
        <>
          For a story, a reading list or an author that breaks the <a href={urls.guidelines()}>guidelines</a>.
          A moderator reads every report; the author never learns who sent it.
        </>
      }
      notes={
        <SmallPrint>
          For copyright and other legal notices use the <a href={urls.takedownRequest()}>takedown form</a>.
        </SmallPrint>
      }
    >
      <ReportForm key={address} address={address} onSent={setSent} />
    </NarrowPage>
  );
}

function ReportForm({ address, onSent }: { address: string; onSent: (sent: Sent) => void }) {
  const form = useForm({
    names: ['url', 'reason', 'email'],
    check: ({ url, reason }) => {
      const checked = parseReportReason(reason);
      return {
        url: url.trim() === '' ? reportMessages.urlRequired : undefined,
        reason: checked.ok ? undefined : checked.message,
      };
    },
    submit: async (values) => {
      const { number } = await callApi(sendGuestReport, values);
      onSent({ number, isAnswered: values.email.trim() !== '' });
      return undefined;
    },
    failureMessage: reportMessages.failed,
  });
  return (
    <>
      <Form form={form} label={TITLE} className={styles.form}>
        <TextField
          name="url"
          label="Address"
          hint="Of the story, chapter, author or reading list, as your browser shows it."
          required
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          defaultValue={address}
        />
        <TextArea
          name="reason"
          label="Reason"
          hint="Which guideline, and where in the text. If a minor is concerned, begin with “Rule 1”."
          required
          rows={5}
          placeholder={`What is wrong, and where? (${MIN_REPORT_REASON_CHARACTERS}-${MAX_REPORT_REASON_CHARACTERS} characters)`}
          counter={{ limit: MAX_REPORT_REASON_CHARACTERS, exceeded: 'maximum exceeded' }}
        />
        <TextField
          name="email"
          label="Email address (optional)"
          hint="Only to tell you what was decided. It is deleted with the decision."
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <FormActions>
          <SubmitButton busyText="Submitting...">Submit Report</SubmitButton>
        </FormActions>
      </Form>
      <LeaveGuard
        when={form.isDirty}
        title="Leave without sending?"
        text="What you have written here has not been sent and would be lost."
      />
    </>
  );
}

/** Replaces the form. */
function ReportSent({ number, isAnswered }: Sent) {
  return (
    <NarrowPage
      size="form"
      takesFocus
      title={
        <>
          Your report number is <span className="numerals">{number}</span>
        </>
      }
      lead={
        <>
          Thank you. A moderator reads it together with the text it is about, and decides.{' '}
          {isAnswered
            ? 'We’ll write to you once, when that is done.'
            : 'You gave no email address, so we can’t write to you: please keep the number.'}
        </>
      }
      notes={
        <SmallPrint>
          Nothing is hidden before a moderator has looked. Reports about minors come first.
        </SmallPrint>
      }
    >
      <div>
        <ButtonLink href={urls.home()}>Back to the stories</ButtonLink>
      </div>
    </NarrowPage>
  );
}
