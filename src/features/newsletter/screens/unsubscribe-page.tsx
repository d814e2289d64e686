import { useState } from 'react';
import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { callApi } from '#ui/api-client.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { useForm } from '#ui/use-form.ts';
import { useMailedToken } from '#ui/use-mailed-token.ts';
import { urls } from '#urls.ts';
import { newsletterMessages, ONE_CLICK, unsubscribe, unsubscribeByLink } from '../contract.ts';
import { isTypedAddress } from '../rules.ts';
import { AddressField } from './address-field.tsx';
import type { MailedLinkData } from './loaders.ts';
import { NewsletterColumn, NewsletterDone } from './newsletter-column.tsx';

const TITLE = 'Unsubscribe';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: 'End the weekly letter of Nightstand to an address, without signing in.',
    canonical: urls.newsletterUnsubscribe(),
    isHidden: true,
  };
}

export function UnsubscribePage() {
  const { hasToken } = useLoaderData<MailedLinkData>();
  const [hasLeft, setLeft] = useState(false);
  if (hasLeft) return <HasLeft />;
  return hasToken ? <ByLink onLeft={() => setLeft(true)} /> : <ByAddress onLeft={() => setLeft(true)} />;
}

export function HasLeft() {
  return (
    <NewsletterDone
      title={newsletterMessages.left}
      lead="No more letters come to you, and your address is forgotten. Should you ever want it back, the form at the foot of every page is there."
    >
      <ButtonLink href={urls.home()}>Back to the stories</ButtonLink>
    </NewsletterDone>
  );
}

function ByLink({ onLeft }: { onLeft: () => void }) {
  const token = useMailedToken();
  const form = useForm({
    names: [],
    submit: async () => {
      await callApi(unsubscribeByLink, { token: token ?? '' });
      onLeft();
      return undefined;
    },
    failed: newsletterMessages.leaveFailed,
  });
  return (
    <NewsletterColumn title={TITLE} lead="Shall the weekly letter to your address end?">
      <Form form={form} label={TITLE} saysNeedsScript={false}>
        <FormActions>
          <SubmitButton busyText="Unsubscribing...">Unsubscribe</SubmitButton>
        </FormActions>
      </Form>
      {/* What mail programs send by themselves, sent by hand: it works without script. */}
      <form method="post" className="without-script" aria-label={TITLE}>
        <input type="hidden" name={ONE_CLICK.name} value={ONE_CLICK.value} />
        <Button type="submit" variant="primary">
          Unsubscribe
        </Button>
      </form>
    </NewsletterColumn>
  );
}

function ByAddress({ onLeft }: { onLeft: () => void }) {
  const form = useForm({
    names: ['email'],
    check: ({ email }) => (isTypedAddress(email) ? {} : { email: newsletterMessages.emailForm }),
    submit: async ({ email }) => {
      const { done } = await callApi(unsubscribe, { email });
      if (done) onLeft();
      return done ? undefined : newsletterMessages.asked;
    },
    failed: newsletterMessages.leaveFailed,
    clears: true,
  });
  return (
    <NewsletterColumn title={TITLE} lead="Which address shall the weekly letter no longer come to?">
      <Form form={form} label={TITLE}>
        <AddressField />
        <FormActions>
          <SubmitButton busyText="Unsubscribing...">Unsubscribe</SubmitButton>
        </FormActions>
      </Form>
    </NewsletterColumn>
  );
}
