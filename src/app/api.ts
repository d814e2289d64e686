import { accountsApi } from '#features/accounts/api.ts';
import { activityApi } from '#features/activity/api.ts';
import { announcementsApi } from '#features/announcements/api.ts';
import { authorsApi } from '#features/authors/api.ts';
import { chaptersApi } from '#features/chapters/api.ts';
import { commentsApi } from '#features/comments/api.ts';
import { correctionsApi } from '#features/corrections/api.ts';
import { coversApi } from '#features/covers/api.ts';
import { draftsApi } from '#features/drafts/api.ts';
import { exportApi } from '#features/export/api.ts';
import { feedsApi } from '#features/feeds/api.ts';
import { filtersApi } from '#features/filters/api.ts';
import { followsApi } from '#features/follows/api.ts';
import { hiddenApi } from '#features/hidden/api.ts';
import { historyApi } from '#features/history/api.ts';
import { importsApi } from '#features/imports/api.ts';
import { inboxApi } from '#features/inbox/api.ts';
import { invitationsApi } from '#features/invitations/api.ts';
import { legalApi } from '#features/legal/api.ts';
import { moderationApi } from '#features/moderation/api.ts';
import { networkBansApi } from '#features/network-bans/api.ts';
import { newsletterApi } from '#features/newsletter/api.ts';
import { notesApi } from '#features/notes/api.ts';
import { overviewApi } from '#features/overview/api.ts';
import { penNamesApi } from '#features/pen-names/api.ts';
import { peopleApi } from '#features/people/api.ts';
import { pushApi } from '#features/push/api.ts';
import { reactionsApi } from '#features/reactions/api.ts';
import { reportsApi } from '#features/reports/api.ts';
import { searchApi } from '#features/search/api.ts';
import { secondFactorsApi } from '#features/second-factors/api.ts';
import { secretLinksApi } from '#features/secret-links/api.ts';
import { seriesApi } from '#features/series/api.ts';
import { shelvesApi } from '#features/shelves/api.ts';
import { siteSettingsApi } from '#features/site-settings/api.ts';
import { staffNotesApi } from '#features/staff-notes/api.ts';
import { statisticsApi } from '#features/statistics/api.ts';
import { storiesApi } from '#features/stories/api.ts';
import { tagsApi } from '#features/tags/api.ts';
import { takedownApi } from '#features/takedown/api.ts';
import { transparencyApi } from '#features/transparency/api.ts';
import { trashApi } from '#features/trash/api.ts';
import { trustedFlaggersApi } from '#features/trusted-flaggers/api.ts';
import { wholeStoryApi } from '#features/whole-story/api.ts';
import type { ImplementedCall } from '#platform/http/implemented-call.ts';

/** Each feature's calls, joined. */
export const api: ImplementedCall[] = [
  ...accountsApi,
  ...activityApi,
  ...invitationsApi,
  ...secondFactorsApi,
  ...exportApi,
  ...importsApi,
  ...storiesApi,
  ...chaptersApi,
  ...wholeStoryApi,
  ...draftsApi,
  ...secretLinksApi,
  ...commentsApi,
  ...correctionsApi,
  ...seriesApi,
  ...feedsApi,
  ...filtersApi,
  ...followsApi,
  ...notesApi,
  ...coversApi,
  ...hiddenApi,
  ...inboxApi,
  ...trashApi,
  ...authorsApi,
  ...tagsApi,
  ...reactionsApi,
  ...shelvesApi,
  ...historyApi,
  ...pushApi,
  ...searchApi,
  ...newsletterApi,
  ...takedownApi,
  ...reportsApi,
  ...moderationApi,
  ...staffNotesApi,
  ...legalApi,
  ...peopleApi,
  ...networkBansApi,
  ...siteSettingsApi,
  ...trustedFlaggersApi,
  ...announcementsApi,
  ...overviewApi,
  ...transparencyApi,
  ...penNamesApi,
  ...statisticsApi,
];
