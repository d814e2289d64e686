import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { formatDate } from '#ui/dates.ts';
import { Notice } from '#ui/notice.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { resendVerification } from '../contract/accounts.ts';
import { emailChangeMessages, getEmailChange } from '../contract/email-change.ts';

/** Tells a member, beside choices about emails, that emails to their address come back; otherwise nothing. */
export function RefusedMails() {
  const loaded = useLoaded('refused mails', async () => (await callApi(getEmailChange, {})).refused_at);
  const { isBusy, run } = useToastedAction(emailChangeMessages.trialFailed);
  if (typeof loaded.data !== 'string') return null;
  const send = () =>
    run(async () => {
      await callApi(resendVerification, {});
      return emailChangeMessages.trialSent;
    });
  return (
    <Notice
      kind="info"
      title={`Our emails to you came back on ${formatDate(loaded.data)}.`}
      action={
        <Button busy={isBusy} busyText="Sending..." onClick={() => void send()}>
          Send an email to try
        </Button>
      }
    >
      Until one arrives, we send none about what is new: it waits in your updates and your inbox. Emails that
      you ask for are still sent.
    </Notice>
  );
}
