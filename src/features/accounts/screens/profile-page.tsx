import { lazy, Suspense } from 'react';
import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { BookmarkedStories } from '#features/reactions/parts/bookmarked-stories.tsx';
import { StoryGridSkeleton } from '#features/stories/parts/story-card-skeleton.tsx';
import { LinkTabs } from '#ui/link-tabs.tsx';
import { Skeleton, SkeletonBlock, SkeletonText } from '#ui/skeleton.tsx';
import { urls } from '#urls.ts';
import { AccountSettings } from '../components/account-settings.tsx';
import { WithoutDeletionLink } from '../components/deletion-link.tsx';
import { ProfileHeader } from '../components/profile-header.tsx';
import { ProfileInformation } from '../components/profile-information.tsx';
import { StoriesTab } from '../components/stories-tab.tsx';
import type { User } from '../contract/session.ts';
import { SignedInOnly } from '../parts/signed-in-only.tsx';
import { PROFILE_TABS, type ProfilePageData } from './loaders.ts';
import styles from './profile-page.module.css';

type Tab = ProfilePageData['tab'];

const PenNamesTab = lazy(async () => ({
  default: (await import('#features/pen-names/parts/pen-names-tab.tsx')).PenNamesTab,
}));

const labels: Record<Tab, string> = {
  stories: 'My Stories',
  bookmarks: 'Bookmarks',
  account: 'Profile',
  settings: 'Settings',
  names: 'Pen names',
};

export function meta(): PageMeta {
  return {
    title: 'Your profile',
    description:
      'Your stories, your bookmarks, what readers see of you, your pen names, and the settings of your account.',
    canonical: urls.profile(),
    isHidden: true,
  };
}

export function ProfilePage() {
  const { tab, hasGoogle, registration } = useLoaderData() as ProfilePageData;
  const skeleton = (
    <Frame tab={tab} header={<HeaderSkeleton />}>
      <StoryGridSkeleton count={3} label="Loading your profile" />
      <p className="without-script">
        Your profile needs JavaScript. Please allow it for this site and reload.
      </p>
    </Frame>
  );
  return (
    <WithoutDeletionLink skeleton={skeleton}>
      <SignedInOnly reason="profile" skeleton={skeleton}>
        {(user) => (
          <Frame tab={tab} header={<ProfileHeader user={user} mayRemind={tab !== 'settings'} />}>
            <TabContent
              key={user.id}
              tab={tab}
              user={user}
              hasGoogle={hasGoogle}
              registration={registration}
            />
          </Frame>
        )}
      </SignedInOnly>
    </WithoutDeletionLink>
  );
}

function TabContent({ tab, user, ...site }: Omit<ProfilePageData, 'tab'> & { tab: Tab; user: User }) {
  // An older client may have stored the user without these ids.
  const { account_id, id }: Partial<User> = user;
  if (tab === 'stories') return <StoriesTab accountId={account_id ?? id} />;
  if (tab === 'bookmarks') return <BookmarkedStories />;
  if (tab === 'account') return <ProfileInformation user={user} />;
  if (tab === 'names')
    return (
      <Suspense fallback={<SkeletonText lines={6} />}>
        <PenNamesTab accountId={user.id} />
      </Suspense>
    );
  return <AccountSettings user={user} {...site} />;
}

function Frame({ tab, header, children }: { tab: Tab; header: React.ReactNode; children: React.ReactNode }) {
  return (
    <div className={`page-width ${styles.page}`}>
      {header}
      <LinkTabs
        label="Your profile"
        tabs={PROFILE_TABS.map((each) => ({
          href: urls.profile(each),
          label: labels[each],
          current: each === tab,
        }))}
      />
      <div className={styles.content}>{children}</div>
    </div>
  );
}

/** As tall as the header that replaces it. */
function HeaderSkeleton() {
  return (
    <header className={styles.header}>
      <div className={`needs-script ${styles.plate}`}>
        <SkeletonBlock className={styles.plateBlock} />
      </div>
      <div className={styles.owner}>
        <h1 className={styles.title}>Your profile</h1>
        <div className={`needs-script ${styles.line}`}>
          <Skeleton label="Loading your profile">
            <SkeletonText lines={1} />
          </Skeleton>
        </div>
      </div>
    </header>
  );
}
