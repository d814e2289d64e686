import { useState } from 'react';
import type { Registration } from '#base/registration.ts';
import { ACTIVITY_DAYS } from '#features/activity/contract.ts';
import { ActivityList } from '#features/activity/parts/activity-list.tsx';
import { BlockList } from '#features/comments/parts/block-list.tsx';
import { exportData, exportMessages } from '#features/export/contract.ts';
import { FeedSettings } from '#features/feeds/parts/feed-settings.tsx';
import { HistorySettings } from '#features/history/parts/history-settings.tsx';
import { FactorSettings } from '#features/second-factors/parts/factor-settings.tsx';
import { PasskeySettings } from '#features/second-factors/parts/passkey-settings.tsx';
import { callApi, callForFile } from '#ui/api-client.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { LinkRow, LinkRows } from '#ui/link-rows.tsx';
import { PageContents } from '#ui/page-contents.tsx';
import { saveFile } from '#ui/save-file.ts';
import { useForm } from '#ui/use-form.ts';
import { urls } from '#urls.ts';
import { accountMessages, resendVerification } from '../contract/accounts.ts';
import type { User } from '../contract/session.ts';
import { FreshSignInProvider, useFreshSignIn } from '../parts/fresh-sign-in.tsx';
import { ChangePassword, SetPassword, SetPasswordByMail } from './change-password.tsx';
import { DangerZone } from './danger-zone.tsx';
import { EmailAddress } from './email-address.tsx';
import { GoogleLink } from './google-link.tsx';
import { InvitationSettings } from './invitation-settings.tsx';
import { OpenSessions } from './open-sessions.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SETTINGS_SECTIONS } from './settings-sections.ts';

export type AccountSettingsProps = { user: User; hasGoogle: boolean; registration: Registration };

const contents = Object.entries(SETTINGS_SECTIONS).map(([id, title]) => ({ id, title }));

/** The settings for signing in and out. */
export function AccountSettings({ user, hasGoogle, registration }: AccountSettingsProps) {
  const [passkeyChanges, setPasskeyChanges] = useState(0);
  return (
    <FreshSignInProvider user={user}>
      <h2>Account Settings</h2>
      <PageContents sections={contents} />
      {user.has_password ? <ChangePassword user={user} /> : null}
      {user.has_password || user.has_google ? null : <SetPassword user={user} />}
      {!user.has_password && user.has_google ? <SetPasswordByMail user={user} /> : null}
      <EmailAddress user={user} />
      {user.email_verified === 1 || user.email === '' ? null : <Verification user={user} />}
      {hasGoogle || user.has_google ? <GoogleLink user={user} /> : null}
      <ProfileSection
        anchor="passkeys"
        title="Passkeys"
        text={
          <>
            Log in with your device’s finger, face or PIN instead of a password. With a passkey, a password
            alone no longer opens your account. <a href={`${urls.help()}#second-factor`}>How it works</a>
          </>
        }
      >
        <PasskeySettings onChanged={() => setPasskeyChanges((count) => count + 1)} />
      </ProfileSection>
      <ProfileSection
        anchor="second-factor"
        title="Second factor"
        text={
          <>
            After your password, a login also asks for a code from an app on your phone, so that a stolen
            password is not enough. <a href={`${urls.help()}#second-factor`}>How it works</a>
          </>
        }
      >
        <FactorSettings isStaff={user.role !== 'user'} passkeyChanges={passkeyChanges} />
      </ProfileSection>
      <OpenSessions />
      <ProfileSection
        anchor="activity"
        title="What happened"
        text={
          <>
            Sign-ins, and changes to how you sign in, of the last {ACTIVITY_DAYS} days. Nothing of what you
            read. If something was not you, change your password.
          </>
        }
      >
        <ActivityList />
      </ProfileSection>
      {registration === 'invite' ? <InvitationSettings isVerified={user.email_verified === 1} /> : null}
      <ProfileSection
        anchor="history"
        title="Reading history"
        text={
          <>
            Off unless you turn it on. <a href={urls.history()}>Open your reading history</a>
          </>
        }
      >
        <HistorySettings isSignedIn />
      </ProfileSection>
      <ReadingChoices />
      <ProfileSection
        anchor="blocked"
        title="Muted and blocked"
        text="Comments of muted people are folded for you. Blocked ones can’t comment on your stories either. They are not told."
      >
        <BlockList />
      </ProfileSection>
      <ProfileSection
        anchor="feeds"
        title="Feeds and catalogue"
        text={
          <>
            Secret addresses for your feed reader and your reading program: what you follow, and your shelves
            as books. <a href={`${urls.help()}#feeds`}>How to use them</a>
          </>
        }
      >
        <FeedSettings />
      </ProfileSection>
      <YourData />
      <Decisions />
      <DangerZone user={user} />
    </FreshSignInProvider>
  );
}

/** The ways to choices that have pages of their own. */
function ReadingChoices() {
  return (
    <ProfileSection
      anchor="reading"
      title="Reading and notices"
      text="What you see and what you are told is chosen on pages of its own."
    >
      <LinkRows>
        <LinkRow
          href={urls.follows()}
          title="What you follow"
          facts="Emails about new chapters, and notifications in this browser."
        />
        <LinkRow
          href={urls.inbox()}
          title="Notices of your inbox"
          facts="Which ones you get, and emails about them, below the list."
        />
        <LinkRow
          href={urls.warnings()}
          title="Content warnings"
          facts="Which ones are shown, folded until you ask, or hide a story."
        />
        <LinkRow
          href={urls.savedFilters()}
          title="Saved filters"
          facts="One of them can be the default of your lists."
        />
        <LinkRow
          href={urls.hidden()}
          title="What you never see"
          facts="Tags, warnings, authors and stories that your lists leave out."
        />
      </LinkRows>
    </ProfileSection>
  );
}

function Verification({ user }: { user: User }) {
  const form = useForm({
    names: [],
    submit: async () => {
      await callApi(resendVerification, {});
      return accountMessages.resent;
    },
    failureMessage: accountMessages.resendError,
    rejectedMessage: accountMessages.resendFailed,
  });
  return (
    <ProfileSection
      title="Account Verification"
      text={
        <>
          We have sent a link to <strong>{user.email}</strong>. Open it to confirm that the address is yours.
          It works for 24 hours.
        </>
      }
    >
      <Form form={form} label="Account Verification">
        <FormActions>
          <SubmitButton variant="quiet" busyText="Sending...">
            Resend Verification Email
          </SubmitButton>
        </FormActions>
      </Form>
    </ProfileSection>
  );
}

function YourData() {
  const fresh = useFreshSignIn();
  const form = useForm({
    names: [],
    submit: async () => {
      const { blob, name } = await fresh(() => callForFile(exportData, {}));
      saveFile(blob, name);
      return `${name} is on its way to your downloads.`;
    },
    failureMessage: exportMessages.failed,
  });
  return (
    <ProfileSection
      anchor="data"
      title="Your data"
      text="Everything in your account, as a ZIP file: your stories with all their versions, your profile, votes, bookmarks and shelves, your reading history, your sessions and newsletter, and moderators’ decisions."
    >
      <Form form={form} label="Your data">
        <FormActions>
          <SubmitButton variant="quiet" busyText="Gathering your data...">
            Export my data
          </SubmitButton>
        </FormActions>
      </Form>
    </ProfileSection>
  );
}

function Decisions() {
  return (
    <ProfileSection
      anchor="decisions"
      title="Decisions"
      text="What moderators have decided about your account, stories and reading lists, and how to appeal."
    >
      <ButtonLink href={urls.decisions()}>Read decisions</ButtonLink>
    </ProfileSection>
  );
}
