import { urls } from '#urls.ts';
import { MailLink } from '../parts/operator-details.tsx';

/** How to ask for what the profile cannot do, by a way that somebody reads. */
export function ContactAboutData({ email, readsReplies }: { email: string | null; readsReplies: boolean }) {
  return (
    <>
      <p>
        Your <a href={urls.profile()}>profile</a> lets you see and correct your data, export all of it, and
        delete your account with everything in it. No request to us is needed, and nobody has to approve it.
      </p>
      <p>
        For what the profile cannot do, such as an objection or a restriction,{' '}
        {email === null ? (
          <WithoutAddress readsReplies={readsReplies} />
        ) : (
          <>
            write to <MailLink address={email} />, from the address of your account if you have one: we then
            know that it is yours.
          </>
        )}{' '}
        Your rights are listed on the <a href="/privacy#rights">privacy page</a>.
      </p>
    </>
  );
}

function WithoutAddress({ readsReplies }: { readsReplies: boolean }) {
  const form = (
    <>
      send the <a href={urls.takedownRequest()}>takedown form</a> with the type “Other Legal Concern” and
      write “data protection” in the reason.
    </>
  );
  if (!readsReplies) return form;
  return (
    <>
      answer any mail that this site has sent you: we then know that the address is yours. If you have had no
      mail from us, {form}
    </>
  );
}
