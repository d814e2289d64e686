import { Fragment, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { differing } from '#base/differing.ts';
import { callApi } from '#ui/api-client.ts';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { valuesIn } from '#ui/form-values.ts';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { accountMessages, chooseUsername } from '../contract/accounts.ts';
import { updateProfile } from '../contract/profile.ts';
import {
  MAX_BIO_CHARACTERS,
  MAX_DISPLAY_NAME_CHARACTERS,
  PROFILE_DETAILS,
  type ProfileDetails,
} from '../contract/profile-details.ts';
import { getProfile, type User } from '../contract/session.ts';
import { rememberUser } from '../parts/session.ts';
import { isUsername, MAX_USERNAME_CHARACTERS, MIN_USERNAME_CHARACTERS } from '../rules/accounts.ts';
import { ProfileSection } from './profile-section.tsx';

/** The form field of each detail, with the detail's own label and help. */
const profileFields: Record<
  keyof ProfileDetails,
  (field: { name: string; defaultValue: string }) => ReactNode
> = {
  display_name: (field) => (
    <TextField
      {...field}
      label="Display name"
      hint="What readers call you. Leave it empty to use your username."
      counter={{ limit: MAX_DISPLAY_NAME_CHARACTERS }}
      autoComplete="nickname"
    />
  ),
  bio: (field) => (
    <TextArea
      {...field}
      label="Bio"
      rows={4}
      placeholder="Tell us about yourself..."
      counter={{ limit: MAX_BIO_CHARACTERS }}
    />
  ),
};

const PROFILE_NAMES = [...PROFILE_DETAILS, 'profile_public'] as const;
type ProfileValues = Record<(typeof PROFILE_NAMES)[number], string>;

/** A profile as the texts of the form's fields. */
const profileValues = ({ profile: { display_name, bio }, profile_public }: User): ProfileValues => ({
  display_name,
  bio,
  profile_public: profile_public ? 'on' : '',
});

/**
 * Keeps what each field began with. A field that nobody has typed into follows the stored profile; the others began
 * with an earlier one, by which the form tells what its author changed from what was saved elsewhere meanwhile.
 */
function useStoredAsBase(
  base: RefObject<ProfileValues>,
  form: RefObject<HTMLFormElement | null>,
  user: User,
): void {
  useLayoutEffect(() => {
    if (form.current === null) return;
    const stored = profileValues(user);
    const shown = valuesIn(form.current, PROFILE_NAMES);
    for (const name of PROFILE_NAMES) if (shown[name] === stored[name]) base.current[name] = stored[name];
  }, [base, form, user]);
}

/** The form for the public profile. */
export function ProfileInformation({ user }: { user: User }) {
  const base = useRef(profileValues(user));
  const form = useForm({
    names: PROFILE_NAMES,
    submit: async (values) => {
      const latest = profileValues(await callApi(getProfile, {}));
      const changed = differing(PROFILE_NAMES, values, base.current);
      const own = Object.fromEntries(changed.map((name) => [name, values[name]]));
      const { profile_public, ...texts } = { ...latest, ...own };
      rememberUser(await callApi(updateProfile, { ...texts, profile_public: profile_public !== '' }));
      base.current = values;
      return accountMessages.profileSaved;
    },
    failureMessage: accountMessages.profileFailed,
    draft: `profile:${user.id}`,
  });
  useStoredAsBase(base, form.ref, user);
  return (
    <>
      {user.username_chosen ? null : <ChooseUsername user={user} />}
      <ProfileSection
        as="h2"
        title="Profile Information"
        text="Readers see this with your stories and, once it is public, on your page."
      >
        <Form form={form} label="Profile Information">
          <TextField
            name="username"
            label="Username"
            hint={user.username_chosen ? accountMessages.usernamePermanent : undefined}
            defaultValue={user.username}
            key={user.username}
            readOnly
            autoComplete="off"
          />
          {PROFILE_DETAILS.map((name) => (
            <Fragment key={name}>{profileFields[name]({ name, defaultValue: user.profile[name] })}</Fragment>
          ))}
          <CheckboxField
            name="profile_public"
            label="Show my page before I have published a story"
            hint="Your page appears with your first story and goes with your last. Until then nobody can tell that you are here: you have no page, and search does not find you. Tick this to have a page now, with your username, display name, bio and the day you joined."
            defaultChecked={user.profile_public}
          />
          <FormActions>
            <SubmitButton busyText="Saving...">Save Profile</SubmitButton>
          </FormActions>
        </Form>
        <LeaveGuard when={form.isDirty} onLeave={form.discard} />
      </ProfileSection>
    </>
  );
}

/** Lets an account made with Google replace its generated username, once. */
function ChooseUsername({ user }: { user: User }) {
  const form = useForm({
    names: ['username'],
    check: ({ username }) => ({
      username: isUsername(username.trim()) ? undefined : accountMessages.usernameForm,
    }),
    submit: async (values) => {
      rememberUser(await callApi(chooseUsername, values));
      return undefined;
    },
    failureMessage: accountMessages.profileFailed,
  });
  return (
    <ProfileSection
      as="h2"
      title="Choose your username"
      text={`You joined with Google and were given the name ${user.username}. You can change it once.`}
    >
      <Form form={form} label="Choose your username">
        <TextField
          name="username"
          label="New username"
          hint={`${MIN_USERNAME_CHARACTERS} to ${MAX_USERNAME_CHARACTERS} letters, digits, “_” or “-”. It is part of your page’s address.`}
          required
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
        <FormActions>
          <SubmitButton variant="quiet" busyText="Saving...">
            Choose username
          </SubmitButton>
        </FormActions>
      </Form>
    </ProfileSection>
  );
}
