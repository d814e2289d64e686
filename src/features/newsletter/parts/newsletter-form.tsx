import { callApi } from '#ui/api-client.ts';
import { Form, SubmitButton } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { ALL_NEWS, newsletterMessages, subscribe } from '../contract/newsletter.ts';
import { isTypedAddress } from '../rules.ts';
import styles from './newsletter-form.module.css';

/** The subscription form at the foot of every page. */
export function NewsletterForm() {
  const form = useForm({
    names: ['email'],
    check: ({ email }) => (isTypedAddress(email) ? {} : { email: newsletterMessages.invalidEmail }),
    submit: async ({ email }) => {
      await callApi(subscribe, { email, preferences: ALL_NEWS });
      return newsletterMessages.thanks;
    },
    failureMessage: newsletterMessages.error,
    rejectedMessage: newsletterMessages.failed,
    clearsOnSuccess: true,
  });
  return (
    <section className={`needs-script ${styles.newsletter}`} aria-labelledby={`${form.id}-title`}>
      <h2 className={styles.title} id={`${form.id}-title`}>
        One letter a week
      </h2>
      <p>New stories, featured authors and the week’s best. Plain subject line. Leave whenever you like.</p>
      <Form form={form} labelledBy={`${form.id}-title`} saysNeedsScript={false} className={styles.form}>
        <div className={styles.line}>
          <TextField
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            label="Email address"
            required
            className={styles.field}
          />
          <SubmitButton variant="quiet" busyText="Subscribing..." className={styles.button}>
            Subscribe
          </SubmitButton>
        </div>
      </Form>
    </section>
  );
}
