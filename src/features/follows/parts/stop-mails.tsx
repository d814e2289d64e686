import { useState } from 'react';
import { ONE_CLICK } from '#features/newsletter/contract/newsletter.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { useSecretQuery } from '#ui/secret-query.ts';
import { useForm } from '#ui/use-form.ts';

const QUERY_NAMES = ['token'];

export type StopMailsProps = {
  title: string;
  lead: string;
  /** Stops the emails by the token of the address. */
  stop: (token: string) => Promise<unknown>;
  failureMessage: string;
  stopped: { title: string; lead: string; href: string; label: string };
};

/** The page behind the link in an email: one press stops the emails, also without script. */
export function StopMails({ title, lead, stop, failureMessage, stopped }: StopMailsProps) {
  const [link] = useSecretQuery(QUERY_NAMES);
  const [isStopped, setStopped] = useState(false);
  const form = useForm({
    names: [],
    submit: async () => {
      // An address without a token is a link that is not ours.
      await stop(link?.token || '-');
      setStopped(true);
      return undefined;
    },
    failureMessage,
  });
  if (isStopped)
    return (
      <NarrowPage size="letter" title={stopped.title} lead={stopped.lead}>
        <p>
          <ButtonLink href={stopped.href}>{stopped.label}</ButtonLink>
        </p>
      </NarrowPage>
    );
  return (
    <NarrowPage size="letter" title={title} lead={lead}>
      <Form form={form} label={title} saysNeedsScript={false}>
        <FormActions>
          <SubmitButton busyText="Stopping...">Stop Emails</SubmitButton>
        </FormActions>
      </Form>
      {/* The form sends what a mail program's unsubscribe button sends, so it works without script. */}
      <form method="post" className="without-script" aria-label={title}>
        <input type="hidden" name={ONE_CLICK.name} value={ONE_CLICK.value} />
        <Button type="submit" variant="primary">
          Stop Emails
        </Button>
      </form>
    </NarrowPage>
  );
}
