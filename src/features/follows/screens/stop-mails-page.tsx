import { useState } from 'react';
import type { PageMeta } from '#base/page-meta.ts';
import { ONE_CLICK } from '#features/newsletter/contract/newsletter.ts';
import { callApi } from '#ui/api-client.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { useSecretQuery } from '#ui/secret-query.ts';
import { useForm } from '#ui/use-form.ts';
import { urls } from '#urls.ts';
import { followMessages, stopFollowMails } from '../contract/follows.ts';

const TITLE = 'Stop these emails';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: 'Stop emails about what is new, without signing in.',
    canonical: urls.stopFollowMails(),
    isHidden: true,
  };
}

const QUERY_NAMES = ['token'];

/** The page behind the link in an email: one press stops the emails, also without script. */
export function StopMailsPage() {
  const [link] = useSecretQuery(QUERY_NAMES);
  const [isStopped, setStopped] = useState(false);
  const form = useForm({
    names: [],
    submit: async () => {
      // An address without a token is a link that is not ours.
      await callApi(stopFollowMails, { token: link?.token || '-' });
      setStopped(true);
      return undefined;
    },
    failureMessage: followMessages.stopFailed,
  });
  if (isStopped)
    return (
      <NarrowPage
        size="letter"
        title={followMessages.mailsStopped}
        lead="You still follow what you followed."
      >
        <p>
          <ButtonLink href={urls.follows()}>Choose your emails</ButtonLink>
        </p>
      </NarrowPage>
    );
  return (
    <NarrowPage size="letter" title={TITLE} lead="Stop the emails about what is new?">
      <Form form={form} label={TITLE} saysNeedsScript={false}>
        <FormActions>
          <SubmitButton busyText="Stopping...">Stop Emails</SubmitButton>
        </FormActions>
      </Form>
      {/* The form sends what a mail program's unsubscribe button sends, so it works without script. */}
      <form method="post" className="without-script" aria-label={TITLE}>
        <input type="hidden" name={ONE_CLICK.name} value={ONE_CLICK.value} />
        <Button type="submit" variant="primary">
          Stop Emails
        </Button>
      </form>
    </NarrowPage>
  );
}
