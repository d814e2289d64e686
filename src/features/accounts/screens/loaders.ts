import { choiceOf, orUndefined, type PageRequest } from '#ui/page-loader.ts';
import { returnPathIn } from '../components/after-login.ts';
import { loginReasonIn } from '../components/login-reasons.ts';
import { signInWays } from '../contract/google.ts';

export type LoginPageData = Awaited<ReturnType<typeof loginPageLoader>>;

/** Loads the login and registration pages. */
export async function loginPageLoader({ api, url }: PageRequest) {
  const signInMethods = await orUndefined(api(signInWays, {}));
  return {
    returnTo: returnPathIn(url.search),
    reason: loginReasonIn(url.search),
    hasGoogle: signInMethods?.google ?? false,
    // A site that can't be asked just now answers the form itself.
    registration: signInMethods?.registration ?? 'open',
    formSeconds: signInMethods?.form_seconds ?? 0,
  };
}

export const PROFILE_TABS = ['stories', 'bookmarks', 'account', 'settings', 'names'] as const;

export type ProfilePageData = Awaited<ReturnType<typeof profilePageLoader>>;

export async function profilePageLoader({ api, url }: PageRequest) {
  const signInMethods = await orUndefined(api(signInWays, {}));
  return {
    tab: choiceOf(url, 'tab', PROFILE_TABS, 'stories'),
    hasGoogle: signInMethods?.google ?? false,
    registration: signInMethods?.registration ?? 'open',
  };
}
