import { useState } from 'react';
import type { PageMeta } from '#base/page-meta.ts';
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
    description: 'Stop the weekly letter from Nightstand, without signing in.',
    canonical: urls.newsletterUnsubscribe(),
    isHidden: true,
  };
}

const TAKEN = ['token'];

export function UnsubscribePage() {
  const [link] = useSecretQuery(TAKEN);
  const [hasLeft, setLeft] = useState(false);
  const [isDead, setDead] = useState(false);
  const onLeft = () => setLeft(true);
  if (hasLeft) return <HasLeft />;
  // The first paint assumes a link, since most visitors follow one; script then checks.
  return !isDead && (link === undefined || link.token) ? (
    <ByLink token={link?.token ?? ''} onLeft={onLeft} onDead={() => setDead(true)} />
  ) : (
    <ByAddress wasDead={isDead} onLeft={onLeft} />
  );
}

export function HasLeft() {
  return (
    <NewsletterDone
      title={newsletterMessages.left}
      lead="We won’t write again. If you change your mind, there is a form at the foot of every page."
    >
      <ButtonLink href={urls.home()}>Back to the stories</ButtonLink>
    </NewsletterDone>
  );
}

function ByLink({ token, onLeft, onDead }: { token: string; onLeft: () => void; onDead: () => void }) {
  const form = useForm({
    names: [],
    submit: async () => {
      await callApi(unsubscribeByLink, { token });
      onLeft();
      return undefined;
    },
    failureMessage: newsletterMessages.leaveFailed,
    explain: ({ code }) => {
      if (code === 'gone') onDead();
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

function ByAddress({ wasDead, onLeft }: { wasDead: boolean; onLeft: () => void }) {
  const form = useForm({
    names: ['email'],
    check: ({ email }) => (isTypedAddress(email) ? {} : { email: newsletterMessages.emailForm }),
    submit: async ({ email }) => {
      const { done } = await callApi(unsubscribe, { email });
      if (done) onLeft();
      return done ? undefined : newsletterMessages.asked;
    },
    failureMessage: newsletterMessages.leaveFailed,
    clearsOnSuccess: true,
  });
  return (
    <NarrowPage size="letter" title={TITLE} lead="Which address should we stop writing to?">
      {wasDead ? <Notice kind="error" title={newsletterMessages.linkDead} /> : null}
      <Form form={form} label={TITLE}>
        <AddressField />
        <FormActions>
          <SubmitButton busyText="Unsubscribing...">Unsubscribe</SubmitButton>
        </FormActions>
      </Form>
    </NarrowPage>
  );
}
