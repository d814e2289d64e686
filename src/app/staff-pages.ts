import { matchPath } from 'react-router';
import { listFactors } from '#features/second-factors/contract/factors.ts';
import { FactorNeeded } from '#features/second-factors/parts/factor-needed.tsx';
import { staffPaths } from '#staff-urls.ts';
import { callApi } from '#ui/api-client.ts';
import { type Screen, type ScreenModules, screenOf } from './screens.ts';

const modules: ScreenModules = import.meta.glob<Record<string, unknown>>(
  '/src/features/*/screens/staff/*-page.tsx',
);

interface StaffPage {
  path: string;
  screen: `${string}/${string}-page`;
  isForAdminsOnly?: boolean;
}

const staffPages: StaffPage[] = [
  { path: staffPaths.queue, screen: 'moderation/queue-page' },
  { path: staffPaths.log, screen: 'moderation/log-page' },
  { path: staffPaths.featured, screen: 'moderation/featured-page' },
  { path: staffPaths.newsletter, screen: 'newsletter/preview-page' },
  { path: staffPaths.accounts, screen: 'moderation/new-accounts-page' },
  { path: staffPaths.waiting, screen: 'moderation/waiting-page' },
  { path: staffPaths.tags, screen: 'moderation/tag-proposals-page' },
  { path: staffPaths.transparency, screen: 'transparency/transparency-page' },
  { path: staffPaths.commentWaves, screen: 'moderation/comment-waves-page' },
  { path: staffPaths.overview, screen: 'overview/overview-page', isForAdminsOnly: true },
  { path: staffPaths.networkBans, screen: 'network-bans/network-bans-page', isForAdminsOnly: true },
  { path: staffPaths.announcements, screen: 'announcements/announcements-page', isForAdminsOnly: true },
  { path: staffPaths.settings, screen: 'site-settings/settings-page', isForAdminsOnly: true },
  {
    path: staffPaths.trustedFlaggers,
    screen: 'trusted-flaggers/trusted-flaggers-page',
    isForAdminsOnly: true,
  },
  { path: staffPaths.people, screen: 'people/people-page', isForAdminsOnly: true },
];

/** Fetches the staff's screen at an address; undefined when there is none for this role. */
export async function loadStaffScreen(pathname: string, role: string): Promise<Screen | undefined> {
  const page = staffPages.find(({ path }) => matchPath(path, pathname) !== null);
  if (page === undefined || (page.isForAdminsOnly === true && role !== 'admin')) return undefined;
  const [feature, file] = page.screen.split('/');
  const [screen, isFactorMissing] = await Promise.all([
    screenOf(modules, `/src/features/${feature}/screens/staff/${file}.tsx`),
    lacksFactor(),
  ]);
  return isFactorMissing ? { Component: FactorNeeded, meta: screen?.meta } : screen;
}

/** Whether the calls of the page would be refused; the page itself tells of all other problems. */
async function lacksFactor(): Promise<boolean> {
  const factors = await callApi(listFactors, {}).catch(() => undefined);
  return factors?.is_required === true && factors.totp === null && factors.passkey_count === 0;
}
