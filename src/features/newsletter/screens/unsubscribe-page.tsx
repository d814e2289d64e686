import { useState } from 'react';
import type { PageMeta } from '#base/page-meta.ts';
import { siteName } from '#base/site-name.ts';
import { callApi } from '#ui/api-client.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { Notice } from '#ui/notice.tsx';
import { useSecretQuery } from '#ui/secret-query.ts';
import { useForm } from '#ui/use-form.ts';

import { urls } from '#urls.ts';
import { AddressField } from '../components/address-field.tsx';
import { NewsletterDone } from '../components/newsletter-done.tsx';
import { newsletterMessages, ONE_CLICK, unsubscribe, unsubscribeByLink } from '../contract/newsletter.ts';
import { isTypedAddress } from '../rules.ts';

const TITLE = 'Unsubscribe';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: `Stop the weekly letter from ${siteName()}, without signing in.`,
    canonical: urls.newsletterUnsubscribe(),
    isHidden: true,
  };
}

const QUERY_NAMES = ['token'];

export function UnsubscribePage() {
  const [link] = useSecretQuery(QUERY_NAMES);
  const [isUnsubscribed, setUnsubscribed] = useState(false);
  const [isExpired, setExpired] = useState(false);
  const onUnsubscribed = () => setUnsubscribed(true);
  if (isUnsubscribed) return <Unsubscribed />;
  // The first paint assumes a link, since most visitors follow one; script then checks.
  return !isExpired && (link === undefined || link.token) ? (
    <LinkForm token={link?.token ?? ''} onUnsubscribed={onUnsubscribed} onExpired={() => setExpired(true)} />
  ) : (
    <AddressForm hadExpiredLink={isExpired} onUnsubscribed={onUnsubscribed} />
  );
}

export function Unsubscribed() {
  return (
    <NewsletterDone
      title={newsletterMessages.unsubscribed}
      lead="We won’t write again. If you change your mind, there is a form at the foot of every page."
    >
      <ButtonLink href={urls.home()}>Back to the stories</ButtonLink>
    </NewsletterDone>
  );
}

function LinkForm({
  token,
  onUnsubscribed,
  onExpired,
}: {
  token: string;
  onUnsubscribed: () => void;
  onExpired: () => void;
}) {
  const form = useForm({
    names: [],
    submit: async () => {
      await callApi(unsubscribeByLink, { token });
      onUnsubscribed();
      return undefined;
    },
    failureMessage: newsletterMessages.unsubscribeFailed,
    explain: ({ code }) => {
      if (code === 'gone') onExpired();
      return undefined;
    },
  });
  return (
    <NarrowPage size="letter" title={TITLE} lead="Stop the weekly letter to your address?">
      <Form form={form} label={TITLE} saysNeedsScript={false}>
        <FormActions>
          <SubmitButton busyText="Unsubscribing...">Unsubscribe</SubmitButton>
        </FormActions>
      </Form>
      {/* The form sends what a mail program's unsubscribe button sends, so it works without script. */}
      <form method="post" className="without-script" aria-label={TITLE}>
        <input type="hidden" name={ONE_CLICK.name} value={ONE_CLICK.value} />
        <Button type="submit" variant="primary">
          Unsubscribe
        </Button>
      </form>
    </NarrowPage>
  );
}

function AddressForm({
  hadExpiredLink,
  onUnsubscribed,
}: {
  hadExpiredLink: boolean;
  onUnsubscribed: () => void;
}) {
  const form = useForm({
    names: ['email'],
    check: ({ email }) => (isTypedAddress(email) ? {} : { email: newsletterMessages.invalidEmail }),
    submit: async ({ email }) => {
      const { done } = await callApi(unsubscribe, { email });
      if (done) onUnsubscribed();
      return done ? undefined : newsletterMessages.linkSent;
    },
    failureMessage: newsletterMessages.unsubscribeFailed,
    clearsOnSuccess: true,
  });
  return (
    <NarrowPage size="letter" title={TITLE} lead="Which address should we stop writing to?">
      {hadExpiredLink ? <Notice kind="error" title={newsletterMessages.linkExpired} /> : null}
      <Form form={form} label={TITLE}>
        <AddressField hint="Unless you are signed in with this address, we send it a link first." />
        <FormActions>
          <SubmitButton busyText="Unsubscribing...">Unsubscribe</SubmitButton>
        </FormActions>
      </Form>
    </NarrowPage>
  );
}
