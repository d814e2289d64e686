import { loginPageLoader, profilePageLoader } from '#features/accounts/screens/loaders.ts';
import { commentsPageLoader } from '#features/comments/screens/loaders.ts';
import { LIST_QUERY_NAMES } from '#features/filters/rules/list-request.ts';
import { savedFiltersPageLoader } from '#features/filters/screens/loaders.ts';
import { hiddenPageLoader } from '#features/hidden/screens/loaders.ts';
import { importPageLoader, importPreviewPageLoader } from '#features/imports/screens/loaders.ts';
import {
  contactPageLoader,
  faqPageLoader,
  guidelinesPageLoader,
  privacyPageLoader,
  sitePageLoader,
  termsPageLoader,
  termsVersionPageLoader,
  termsVersionsPageLoader,
} from '#features/legal/screens/loaders.ts';
import { reportPageLoader } from '#features/reports/screens/loaders.ts';
import { sharedChapterPageLoader, sharedStoryPageLoader } from '#features/secret-links/screens/loaders.ts';
import { seriesPageLoader } from '#features/series/screens/loaders.ts';
import { listPageLoader } from '#features/shelves/screens/loaders.ts';
import { wholeStoryPageLoader } from '#features/whole-story/screens/loaders.ts';
import { furtherPaths } from '#further-paths.ts';
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
  page(furtherPaths.series, 'series/series-page', seriesPageLoader, [...LIST_QUERY_NAMES]),
  page(furtherPaths.wholeStory, 'whole-story/whole-story-page', wholeStoryPageLoader, ['part']),
  page(furtherPaths.receivedComments, 'comments/received-comments-page'),
  page(furtherPaths.corrections, 'corrections/sent-corrections-page'),
  page(furtherPaths.notes, 'notes/notes-page'),
  page(furtherPaths.comments, 'comments/comments-page', commentsPageLoader, ['sort', 'page', 'thread']),
  page(furtherPaths.chapterComments, 'comments/chapter-comments-page', commentsPageLoader, [
    'sort',
    'page',
    'thread',
  ]),
  page(furtherPaths.createStory, 'stories/create-story-page'),
  page(furtherPaths.editStory, 'stories/edit-story-page', paramsOnly),
  page(furtherPaths.storyStatistics, 'statistics/statistics-page', paramsOnly),
  page(furtherPaths.addChapter, 'chapters/add-chapter-page', paramsOnly),
  page(furtherPaths.editChapter, 'chapters/edit-chapter-page', paramsOnly),
  page(furtherPaths.chapterVersions, 'chapters/chapter-versions-page', paramsOnly),
  page(furtherPaths.import, 'imports/import-page', importPageLoader, ['story']),
  page(furtherPaths.importPreview, 'imports/import-preview-page', importPreviewPageLoader, ['story']),
  page(furtherPaths.list, 'shelves/list-page', listPageLoader, ['page', 'show_hidden']),
  page(furtherPaths.shelves, 'shelves/shelves-page'),
  page(furtherPaths.follows, 'follows/follows-page'),
  page(furtherPaths.updates, 'follows/updates-page'),
  page(furtherPaths.stopFollowMails, 'follows/stop-mails-page'),
  page(furtherPaths.inbox, 'inbox/inbox-page'),
  page(furtherPaths.stopInboxMails, 'inbox/stop-mails-page'),
  page(furtherPaths.history, 'history/history-page'),
  page(furtherPaths.kept, 'offline/kept-page'),
  page(furtherPaths.hidden, 'hidden/hidden-page', hiddenPageLoader),
  page(furtherPaths.savedFilters, 'filters/saved-filters-page', savedFiltersPageLoader, [
    'save',
    'back',
    'rename',
  ]),
  page(furtherPaths.trash, 'trash/trash-page'),
  page(furtherPaths.createSeries, 'series/create-series-page'),
  page(furtherPaths.sharedStory, 'secret-links/shared-story-page', sharedStoryPageLoader),
  page(furtherPaths.sharedChapter, 'secret-links/shared-chapter-page', sharedChapterPageLoader),
  page(furtherPaths.editSeries, 'series/edit-series-page', paramsOnly),
  page(paths.login, 'accounts/login-page', loginPageLoader, ['return', 'for']),
  page(paths.register, 'accounts/register-page', loginPageLoader, ['return', 'for']),
  page(paths.resetPassword, 'accounts/reset-password-page'),
  page(paths.verifyEmail, 'accounts/verify-email-page'),
  page(furtherPaths.confirmEmail, 'accounts/confirm-email-page'),
  page(furtherPaths.keepEmail, 'accounts/keep-email-page'),
  page(paths.googleCallback, 'accounts/google-callback-page'),
  page(furtherPaths.profile, 'accounts/profile-page', profilePageLoader, ['tab']),
  page(paths.privacy, 'legal/privacy-page', privacyPageLoader),
  page(paths.terms, 'legal/terms-page', termsPageLoader),
  page(furtherPaths.termsVersions, 'legal/terms-versions-page', termsVersionsPageLoader),
  page(furtherPaths.termsVersion, 'legal/terms-version-page', termsVersionPageLoader),
  page(paths.guidelines, 'legal/guidelines-page', guidelinesPageLoader),
  page(paths.help, 'legal/help-page'),
  page(furtherPaths.tools, 'legal/tools-page'),
  page(furtherPaths.warnings, 'stories/warnings-page'),
  page(paths.contact, 'legal/contact-page', contactPageLoader),
  page(paths.faq, 'legal/faq-page', faqPageLoader),
  page(furtherPaths.takedownRequest, 'takedown/takedown-page', sitePageLoader),
  page(furtherPaths.report, 'reports/report-page', reportPageLoader, ['url']),
  page(furtherPaths.newsletterConfirm, 'newsletter/confirm-page'),
  page(furtherPaths.newsletterUnsubscribe, 'newsletter/unsubscribe-page'),
  page(furtherPaths.newsletterPreferences, 'newsletter/preferences-page'),
  page(furtherPaths.appeal, 'moderation/appeal-page'),
];
