import { useState } from 'react';
import type { PageMeta } from '#base/page-meta.ts';
import { siteName } from '#base/site-name.ts';
import { callApi } from '#ui/api-client.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { Notice } from '#ui/notice.tsx';
import { useSecretQuery } from '#ui/secret-query.ts';
import { useForm } from '#ui/use-form.ts';

import { urls } from '#urls.ts';
import { NewsletterDone } from '../components/newsletter-done.tsx';
import { confirmSubscription, newsletterMessages } from '../contract/newsletter.ts';

const TITLE = 'Confirm your subscription';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: `The last step before you get the weekly letter from ${siteName()}.`,
    canonical: urls.newsletterConfirm(),
    isHidden: true,
  };
}

const QUERY_NAMES = ['token'];

export function ConfirmPage() {
  const [link] = useSecretQuery(QUERY_NAMES);
  const [isDone, setDone] = useState(false);
  const form = useForm({
    names: [],
    submit: async () => {
      await callApi(confirmSubscription, { token: link?.token ?? '' });
      setDone(true);
      return undefined;
    },
    failureMessage: newsletterMessages.confirmFailed,
    explain: ({ code }) => (code === 'gone' ? newsletterMessages.confirmLinkExpired : undefined),
  });
  if (isDone) {
    return (
      <NewsletterDone
        title={newsletterMessages.confirmed}
        lead="We write on Fridays, when there is something new. Every letter has links to change what is in it and to unsubscribe."
      >
        <ButtonLink href={urls.home()} variant="primary">
          Discover Stories
        </ButtonLink>
      </NewsletterDone>
    );
  }
  // The first paint assumes a link, since most visitors follow one; script then checks.
  if (link !== undefined && !link.token) {
    return (
      <NarrowPage size="letter" title={TITLE}>
        <Notice kind="info" title="This link is incomplete">
          Please open the link in the email again, or subscribe again at the foot of this page.
        </Notice>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage
      size="letter"
      title={TITLE}
      lead="One letter a week, with new stories, featured authors and the week’s best. We send nothing until you confirm."
    >
      <Form form={form} label={TITLE}>
        <FormActions>
          <SubmitButton busyText="Confirming...">Confirm subscription</SubmitButton>
        </FormActions>
      </Form>
    </NarrowPage>
  );
}
