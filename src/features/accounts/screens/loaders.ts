import { choiceOf, orUndefined, type PageRequest } from '#ui/page-loader.ts';
import { returnPathIn } from '../components/after-login.ts';
import { loginReasonIn } from '../components/login-reasons.ts';
import { signInWays } from '../contract/google.ts';

export type EntryPageData = Awaited<ReturnType<typeof entryPageLoader>>;

/** Loads the login and registration pages. */
export async function entryPageLoader({ api, url }: PageRequest) {
  const ways = await orUndefined(api(signInWays, {}));
  return {
    returnTo: returnPathIn(url.search),
    reason: loginReasonIn(url.search),
    hasGoogle: ways?.google ?? false,
  };
}

export const PROFILE_TABS = ['stories', 'bookmarks', 'account', 'settings'] as const;

export type ProfilePageData = Awaited<ReturnType<typeof profilePageLoader>>;

export async function profilePageLoader({ api, url }: PageRequest) {
  const ways = await orUndefined(api(signInWays, {}));
  return { tab: choiceOf(url, 'tab', PROFILE_TABS, 'stories'), hasGoogle: ways?.google ?? false };
}
