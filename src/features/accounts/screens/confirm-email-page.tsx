import type { PageMeta } from '#base/page-meta.ts';
import { callApi } from '#ui/api-client.ts';
import { ButtonLink } from '#ui/button.tsx';
import { urls } from '#urls.ts';
import { LinkActionPage } from '../components/link-action-page.tsx';
import { confirmEmailChange, emailChangeMessages } from '../contract/email-change.ts';
import { getProfile } from '../contract/session.ts';
import { currentSession, rememberUser } from '../parts/session.ts';

const TITLE = 'Confirm your new address';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: 'The link in our email leads here, to confirm that the new address is yours.',
    canonical: urls.confirmEmail(),
    isHidden: true,
  };
}

export function ConfirmEmailPage() {
  return (
    <LinkActionPage
      title={TITLE}
      lead="From then on we write to this address, and you can log in with it. You stay signed in."
      label="Confirm address"
      busyText="Confirming..."
      act={confirm}
      failureMessage={emailChangeMessages.failed}
      done={{
        title: emailChangeMessages.confirmed,
        lead: 'Emails from us come here now. A newsletter stays with the address that you subscribed with.',
        actions: <ButtonLink href={urls.profile('settings')}>Open settings</ButtonLink>,
      }}
    />
  );
}

async function confirm(token: string): Promise<void> {
  await callApi(confirmEmailChange, { token });
  // The link does not say whose address it is; it may not belong to the signed-in user.
  if (currentSession().status === 'in')
    await callApi(getProfile, {})
      .then(rememberUser)
      .catch(() => undefined);
}
