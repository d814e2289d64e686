import { type ReactNode, useState } from 'react';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { useSecretQuery } from '#ui/secret-query.ts';
import { useForm } from '#ui/use-form.ts';

const QUERY_NAMES = ['token'];

export type LinkActionPageProps = {
  title: string;
  lead: string;
  /** The button, and its text while the call runs. */
  label: string;
  busyText: string;
  act: (token: string) => Promise<unknown>;
  failureMessage: string;
  /** The page after the press. */
  done: { title: string; lead: string; actions: ReactNode };
};

/** The page behind a mailed link: it does nothing until its button is pressed, because mail scanners open links. */
export function LinkActionPage(props: LinkActionPageProps) {
  const { title, lead, label, busyText, act, failureMessage, done } = props;
  const [link] = useSecretQuery(QUERY_NAMES);
  const [isDone, setDone] = useState(false);
  const form = useForm({
    names: [],
    submit: async () => {
      // An address without a token is a link that is not ours.
      await act(link?.token || '-');
      setDone(true);
      return undefined;
    },
    failureMessage,
  });
  if (isDone)
    return (
      <NarrowPage title={done.title} lead={done.lead} takesFocus>
        {done.actions}
      </NarrowPage>
    );
  return (
    <NarrowPage title={title} lead={lead}>
      <Form form={form} label={title}>
        <FormActions>
          <SubmitButton wide busyText={busyText}>
            {label}
          </SubmitButton>
        </FormActions>
      </Form>
    </NarrowPage>
  );
}
