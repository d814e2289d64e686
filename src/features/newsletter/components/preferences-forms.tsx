import { callApi } from '#ui/api-client.ts';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import type { FormValues } from '#ui/form-values.ts';
import { useForm } from '#ui/use-form.ts';
import {
  NEWS_KINDS,
  type NewsKind,
  newsKindLabels,
  newsletterMessages,
  type Preferences,
  requestPreferences,
  savePreferences,
  unsubscribeByLink,
} from '../contract/newsletter.ts';
import { buildPreferences, isTypedAddress } from '../rules.ts';
import { AddressField } from './address-field.tsx';
import styles from './newsletter-page.module.css';

const hints: Record<NewsKind, string> = {
  newStories: 'Everything published since the last letter.',
  featuredAuthors: 'Authors our editors have picked.',
  weeklyUpdates: 'What readers liked most.',
};

function selectedPreferences(values: FormValues<NewsKind>): Preferences {
  return buildPreferences((kind) => values[kind] !== '');
}

function PreferenceFields({ preferences }: { preferences: Preferences }) {
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>In your letter</legend>
      {NEWS_KINDS.map((kind) => (
        <CheckboxField
          key={kind}
          name={kind}
          label={newsKindLabels[kind]}
          hint={hints[kind]}
          defaultChecked={preferences[kind]}
        />
      ))}
    </fieldset>
  );
}

/** The form for readers who followed a mailed link. */
export function PreferencesByLink({ token, preferences }: { token: string; preferences: Preferences }) {
  const form = useForm({
    names: NEWS_KINDS,
    submit: async (values) => {
      await callApi(savePreferences, { token, preferences: selectedPreferences(values) });
      return newsletterMessages.saved;
    },
    failureMessage: newsletterMessages.saveFailed,
  });
  return (
    <Form form={form} label="Preferences">
      <PreferenceFields preferences={preferences} />
      <FormActions>
        <SubmitButton busyText="Saving...">Save preferences</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** The form for readers without a link, or with an expired one. It offers no choice, because the site does not tell it what theirs is. */
export function PreferencesByAddress() {
  const form = useForm({
    names: ['email'],
    check: ({ email }) => (isTypedAddress(email) ? {} : { email: newsletterMessages.invalidEmail }),
    submit: async ({ email }) => {
      await callApi(requestPreferences, { email });
      return newsletterMessages.choiceLinkSent;
    },
    failureMessage: newsletterMessages.requestFailed,
  });
  return (
    <Form form={form} label="Preferences">
      <AddressField hint="We send it a link to your choice: nobody else sees what you receive." />
      <FormActions>
        <SubmitButton busyText="Sending...">Send the link</SubmitButton>
      </FormActions>
    </Form>
  );
}

export function UnsubscribeForm({ token, onUnsubscribed }: { token: string; onUnsubscribed: () => void }) {
  const form = useForm({
    names: [],
    submit: async () => {
      await callApi(unsubscribeByLink, { token });
      onUnsubscribed();
      return undefined;
    },
    failureMessage: newsletterMessages.unsubscribeFailed,
  });
  return (
    <Form form={form} label="Unsubscribe" saysNeedsScript={false} className={styles.end}>
      <p>Or leave the list altogether:</p>
      <SubmitButton variant="quiet" busyText="Unsubscribing...">
        Unsubscribe
      </SubmitButton>
    </Form>
  );
}
