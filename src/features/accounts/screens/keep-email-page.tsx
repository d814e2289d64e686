import type { PageMeta } from '#base/page-meta.ts';
import { callApi } from '#ui/api-client.ts';
import { ButtonLink } from '#ui/button.tsx';
import { urls } from '#urls.ts';
import { LinkActionPage } from '../components/link-action-page.tsx';
import { emailChangeMessages, stopEmailChange } from '../contract/email-change.ts';

const TITLE = 'Keep your address';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: 'The link in our email leads here, to stop or undo a change of your address.',
    canonical: urls.keepEmail(),
    isHidden: true,
  };
}

export function KeepEmailPage() {
  return (
    <LinkActionPage
      title={TITLE}
      lead="This stops the change, or undoes it: the account belongs to this address again. All its sessions end, yours too. Its password stops working until you set a new one, and what has been added since for logging in goes: passkeys, an app, Google."
      label="Keep this address"
      busyText="Stopping..."
      act={(token) => callApi(stopEmailChange, { token })}
      failureMessage={emailChangeMessages.failed}
      done={{
        title: 'Your address stays',
        lead: `${emailChangeMessages.stopped} If it had a password, that no longer works, because whoever asked for the change knew it: set a new one by the link that we have just emailed to you.`,
        actions: (
          <ButtonLink variant="primary" wide href={urls.resetPassword()}>
            Set a new password
          </ButtonLink>
        ),
      }}
    />
  );
}
