import { loginPageLoader, profilePageLoader } from '#features/accounts/screens/loaders.ts';
import { commentsPageLoader } from '#features/comments/screens/loaders.ts';
import { LIST_QUERY_NAMES } from '#features/filters/rules/list-request.ts';
import { savedFiltersPageLoader } from '#features/filters/screens/loaders.ts';
import { hiddenPageLoader } from '#features/hidden/screens/loaders.ts';
import { sitePageLoader } from '#features/legal/screens/loaders.ts';
import { reportPageLoader } from '#features/reports/screens/loaders.ts';
import { sharedChapterPageLoader, sharedStoryPageLoader } from '#features/secret-links/screens/loaders.ts';
import { seriesPageLoader } from '#features/series/screens/loaders.ts';
import { listPageLoader } from '#features/shelves/screens/loaders.ts';
import { wholeStoryPageLoader } from '#features/whole-story/screens/loaders.ts';
import { paramsOnly } from '#ui/page-loader.ts';
import { paths } from '#urls.ts';
import { type Page, pagesOf } from './screens.ts';

const page = pagesOf(
  import.meta.glob<Record<string, unknown>>([
    '/src/features/*/screens/*-page.tsx',
    '!/src/features/{authors,search,tags}/screens/{author,authors,search,tag,tags}-page.tsx',
    '!/src/features/stories/screens/{all-stories,home,story}-page.tsx',
    '!/src/features/chapters/screens/chapter-page.tsx',
  ]),
  '/src/app/further-pages.ts',
);

/**
 * The other pages, address → screen: series, and those of authors, accounts and the site. Browsers fetch this table at the first such
 * address, because readers rarely need any of it. The staff's pages have a table of their own, staff-pages.ts.
 */
export const furtherPages: Page[] = [
  page(paths.series, 'series/series-page', seriesPageLoader, [...LIST_QUERY_NAMES]),
  page(paths.wholeStory, 'whole-story/whole-story-page', wholeStoryPageLoader, ['part']),
  page(paths.receivedComments, 'comments/received-comments-page'),
  page(paths.corrections, 'corrections/sent-corrections-page'),
  page(paths.notes, 'notes/notes-page'),
  page(paths.comments, 'comments/comments-page', commentsPageLoader, ['sort', 'page', 'thread']),
  page(paths.chapterComments, 'comments/chapter-comments-page', commentsPageLoader, [
    'sort',
    'page',
    'thread',
  ]),
  page(paths.createStory, 'stories/create-story-page'),
  page(paths.editStory, 'stories/edit-story-page', paramsOnly),
  page(paths.storyStatistics, 'statistics/statistics-page', paramsOnly),
  page(paths.addChapter, 'chapters/add-chapter-page', paramsOnly),
  page(paths.editChapter, 'chapters/edit-chapter-page', paramsOnly),
  page(paths.chapterVersions, 'chapters/chapter-versions-page', paramsOnly),
  page(paths.import, 'imports/import-page'),
  page(paths.importPreview, 'imports/import-preview-page', paramsOnly),
  page(paths.list, 'shelves/list-page', listPageLoader, ['page', 'show_hidden']),
  page(paths.shelves, 'shelves/shelves-page'),
  page(paths.follows, 'follows/follows-page'),
  page(paths.updates, 'follows/updates-page'),
  page(paths.stopFollowMails, 'follows/stop-mails-page'),
  page(paths.inbox, 'inbox/inbox-page'),
  page(paths.stopInboxMails, 'inbox/stop-mails-page'),
  page(paths.history, 'history/history-page'),
  page(paths.kept, 'offline/kept-page'),
  page(paths.hidden, 'hidden/hidden-page', hiddenPageLoader),
  page(paths.savedFilters, 'filters/saved-filters-page', savedFiltersPageLoader, ['save', 'back', 'rename']),
  page(paths.trash, 'trash/trash-page'),
  page(paths.createSeries, 'series/create-series-page'),
  page(paths.sharedStory, 'secret-links/shared-story-page', sharedStoryPageLoader),
  page(paths.sharedChapter, 'secret-links/shared-chapter-page', sharedChapterPageLoader),
  page(paths.editSeries, 'series/edit-series-page', paramsOnly),
  page(paths.login, 'accounts/login-page', loginPageLoader, ['return', 'for']),
  page(paths.register, 'accounts/register-page', loginPageLoader, ['return', 'for']),
  page(paths.resetPassword, 'accounts/reset-password-page'),
  page(paths.verifyEmail, 'accounts/verify-email-page'),
  page(paths.confirmEmail, 'accounts/confirm-email-page'),
  page(paths.keepEmail, 'accounts/keep-email-page'),
  page(paths.googleCallback, 'accounts/google-callback-page'),
  page(paths.profile, 'accounts/profile-page', profilePageLoader, ['tab']),
  page(paths.privacy, 'legal/privacy-page', sitePageLoader),
  page(paths.terms, 'legal/terms-page', sitePageLoader),
  page(paths.guidelines, 'legal/guidelines-page'),
  page(paths.help, 'legal/help-page'),
  page(paths.tools, 'legal/tools-page'),
  page(paths.warnings, 'stories/warnings-page'),
  page(paths.contact, 'legal/contact-page', sitePageLoader),
  page(paths.faq, 'legal/faq-page'),
  page(paths.takedownRequest, 'takedown/takedown-page', sitePageLoader),
  page(paths.report, 'reports/report-page', reportPageLoader, ['url']),
  page(paths.newsletterConfirm, 'newsletter/confirm-page'),
  page(paths.newsletterUnsubscribe, 'newsletter/unsubscribe-page'),
  page(paths.newsletterPreferences, 'newsletter/preferences-page'),
  page(paths.appeal, 'moderation/appeal-page'),
];
