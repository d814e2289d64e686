import { flushSync } from 'react-dom';
import { useLoaderData } from 'react-router';
import { UNREADABLE_ANSWER } from '#base/failure.ts';
import type { PageMeta } from '#base/page-meta.ts';
import { siteName } from '#base/site-name.ts';
import type { SiteFacts } from '#features/legal/contract/site.ts';
import { DmcaAgent } from '#features/legal/parts/operator-details.tsx';
import { callApi } from '#ui/api-client.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Declaration } from '#ui/declaration.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { NarrowPage, SmallPrint } from '#ui/narrow-page.tsx';
import { useToast } from '#ui/toast.tsx';
import { useForm } from '#ui/use-form.ts';
import { urls } from '#urls.ts';
import { TakedownFields } from '../components/takedown-fields.tsx';
import { TAKEDOWN_FIELDS, validateRequest } from '../components/validate-request.ts';
import { submitTakedown, type TakedownType, takedownMessages } from '../contract.ts';
import { CURRENT_DECLARATION, declarations } from '../rules.ts';
import styles from './takedown-page.module.css';

const TITLE = 'Takedown Request';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: `Send a legal notice about something published on ${siteName()}: copyright, trade marks and other concerns. No account is needed.`,
    canonical: urls.takedownRequest(),
  };
}

export function TakedownPage() {
  const { dmca_agent: agent } = (useLoaderData() as SiteFacts).operator;
  const toast = useToast();
  const form = useForm({
    names: TAKEDOWN_FIELDS,
    check: (values) => {
      const problems = validateRequest(values);
      if (Object.keys(problems).length > 0)
        toast.show({ kind: 'error', message: takedownMessages.fixErrors });
      return problems;
    },
    submit: async (values) => {
      await callApi(submitTakedown, {
        ...values,
        request_type: values.request_type as TakedownType,
        electronic_signature: true,
        declaration_version: CURRENT_DECLARATION,
      });
      toast.show({ kind: 'success', message: takedownMessages.submitted });
      return 'We have sent a receipt to your address. A moderator will read your request and answer you there.';
    },
    failureMessage: takedownMessages.failed,
    explain: ({ message, fields, status, code }) => {
      const isOfFields = Object.keys(fields).length > 0;
      const text = code === UNREADABLE_ANSWER ? takedownMessages.failed : message;
      toast.show({ kind: 'error', message: isOfFields ? takedownMessages.fixErrors : text });
      // The waiting time stays on the page: a toast would disappear.
      return status === 429 ? undefined : '';
    },
    clearsOnSuccess: true,
  });
  return (
    <NarrowPage
      size="pairs"
      title={TITLE}
      lead="For copyright, trade marks and other legal concerns about something published here. You need no account, and we email you a receipt."
      notes={
        <>
          <SmallPrint>
            A moderator reads every request before anything is done. What you write may be passed on to the
            author concerned; section 6 of the <a href={`${urls.terms()}#dmca`}>terms</a> says how, and what
            an author can do.
          </SmallPrint>
          {agent.length === 0 ? null : (
            <div className={styles.agent}>
              <p>You can also write to our designated agent for copyright notices:</p>
              <DmcaAgent agent={agent} />
            </div>
          )}
        </>
      }
    >
      <Form form={form} label={TITLE} marksRequired className={styles.form}>
        <TakedownFields />
        <Declaration {...declarations[CURRENT_DECLARATION]} />
        <FormActions>
          <SubmitButton busyText="Submitting...">Submit Takedown Request</SubmitButton>
          {/* Cancelling is deliberate, so no confirmation is shown. */}
          <ButtonLink href={urls.home()} onClick={() => flushSync(form.discard)}>
            Cancel
          </ButtonLink>
        </FormActions>
      </Form>
      <LeaveGuard
        when={form.isDirty}
        title="Leave without sending?"
        text="What you have written here has not been sent and would be lost."
      />
    </NarrowPage>
  );
}
