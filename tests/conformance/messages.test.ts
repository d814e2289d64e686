import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  accountMessages,
  DELETION_CONFIRMATION,
  MIN_PASSWORD_CHARACTERS,
} from '#features/accounts/contract/accounts.ts';
import { AUTHOR_PAGE_SIZE, authorMessages } from '#features/authors/contract.ts';
import { UNDO_DEPTH, UNDO_GROUP_MILLISECONDS } from '#features/chapters/components/editor/extensions.ts';
import {
  chapterMessages,
  MAX_CHAPTER_CHARACTERS,
  MAX_CHAPTER_TITLE_CHARACTERS,
  PREVIEW_CHARACTERS,
} from '#features/chapters/contract/chapters.ts';
import { nextOrder } from '#features/chapters/parts/writing/own-story.ts';
import { newsletterMessages } from '#features/newsletter/contract/newsletter.ts';
import { bookmarkMessages } from '#features/reactions/contract/bookmarks.ts';
import * as tracking from '#features/reactions/contract/reading.ts';
import {
  MAX_REPORT_REASON_CHARACTERS,
  MIN_REPORT_REASON_CHARACTERS,
  reportMessages,
} from '#features/reports/contract.ts';
import {
  MIN_SUGGESTION_CHARACTERS,
  SEARCH_PAGE_SIZE,
  SEARCH_POPULAR_TAGS,
  searchMessages,
} from '#features/search/contract.ts';
import { RELATED_STORIES } from '#features/stories/contract/related.ts';
import {
  MAX_FEATURED_STORIES,
  MAX_STORY_TITLE_CHARACTERS,
  SEO_DESCRIPTION_CHARACTERS,
  STORY_DELETE_DELAY_MILLISECONDS,
  STORY_PAGE_SIZE,
  storyMessages,
  TITLE_WARNING_CHARACTERS,
} from '#features/stories/contract/stories.ts';
import * as tagSuggestions from '#features/tags/components/tag-suggestions.ts';
import {
  CARD_TAGS_SHOWN,
  FALLBACK_POPULAR_TAGS,
  HOME_TAG_CHIPS,
  SIDEBAR_TAGS,
  TAG_BROWSE_PAGE_SIZE,
  TAG_SEARCH_DEFAULT_LIMIT,
  TRENDING_BAR_CAP,
  tagMessages,
} from '#features/tags/contract/tags.ts';
import { noTagsMatching } from '#features/tags/rules.ts';
import { takedownMessages, takedownTypeLabels } from '#features/takedown/contract.ts';
import { PAGES_AROUND_CURRENT } from '#ui/page-window.ts';
import { REDIRECT_AFTER_MILLISECONDS } from '#ui/use-redirect.ts';
import { TYPING_PAUSE_MS } from '#ui/use-typed-search.ts';

// The expected values are copied from the specification, never taken from the code.

// Spec 2, Home: Featured hero (first of 5) with ‘Read Now’
// Spec 2, Home: Tags panel with tabs, 12 chips, ‘View all tags’ to /tags
// Spec 2, Home: Window of two pages around the current one
// Spec 2, Story page: Sidebar: 5 trending tags, up to 3 related stories
// Spec 2, Story page: Description for search engines: 160 characters
// Spec 2, Writing: ‘Story created successfully!’, ‘Creating first chapter...’, ‘Redirecting...’, then /story/{slug}
// Spec 2, Writing: Edit synopsis: message, then the window closes
// Spec 4: Story deletion: after half a second home with ‘Story deleted successfully’
// Spec 4: Tag suggestions after 300 ms
// Spec 5: Suggestions from 2 characters after 300 ms
// Spec 5: Content: messages of both screens, 100,000 characters
// Spec 9: Every row of the table that is a figure in the code
// Spec 9: Undo depth 100, group 500 ms
test('every limit, size and delay is the specified one', () => {
  assert.deepEqual(
    {
      MIN_PASSWORD_CHARACTERS,
      DELETE_WORD: DELETION_CONFIRMATION,
      MAX_STORY_TITLE_CHARACTERS,
      MAX_CHAPTER_TITLE_CHARACTERS,
      TITLE_WARNING_CHARACTERS,
      MAX_CHAPTER_CHARACTERS,
      MIN_REPORT_REASON_CHARACTERS,
      MAX_REPORT_REASON_CHARACTERS,
      STORY_PAGE_SIZE,
      AUTHOR_PAGE_SIZE,
      MAX_FEATURED_STORIES,
      HOME_TAG_CHIPS,
      SIDEBAR_TAGS,
      RELATED_STORIES,
      CARD_TAGS_SHOWN,
      TAG_BROWSE_PAGE_SIZE,
      TAG_SEARCH_DEFAULT_LIMIT,
      SEARCH_PAGE_SIZE,
      SEARCH_POPULAR_TAGS,
      PREVIEW_CHARACTERS,
      SEO_DESCRIPTION_CHARACTERS,
      MIN_SUGGESTION_CHARACTERS,
      TYPING_PAUSE_MS,
      REDIRECT_AFTER_MILLISECONDS,
      STORY_DELETE_DELAY_MILLISECONDS,
      UNDO_DEPTH,
      UNDO_GROUP_MILLISECONDS,
      TRENDING_BAR_CAP,
      PAGES_AROUND_CURRENT,
      ofTagSuggestions: [
        tagSuggestions.MIN_SUGGESTION_CHARACTERS,
        tagSuggestions.SUGGESTION_PAUSE_MILLISECONDS,
        tagSuggestions.TAG_SUGGESTIONS,
      ],
      ofReadTime: [
        tracking.READ_TIME_REPORT_SECONDS,
        tracking.MIN_READ_SECONDS,
        tracking.MIN_READ_SECONDS_ON_LEAVING,
        tracking.READING_CHARACTERS_PER_SECOND,
      ],
    },
    {
      MIN_PASSWORD_CHARACTERS: 8,
      DELETE_WORD: 'DELETE',
      MAX_STORY_TITLE_CHARACTERS: 100,
      MAX_CHAPTER_TITLE_CHARACTERS: 100,
      TITLE_WARNING_CHARACTERS: 80,
      MAX_CHAPTER_CHARACTERS: 100_000,
      MIN_REPORT_REASON_CHARACTERS: 10,
      MAX_REPORT_REASON_CHARACTERS: 500,
      STORY_PAGE_SIZE: 18,
      AUTHOR_PAGE_SIZE: 18,
      MAX_FEATURED_STORIES: 5,
      HOME_TAG_CHIPS: 12,
      SIDEBAR_TAGS: 5,
      RELATED_STORIES: 3,
      CARD_TAGS_SHOWN: 6,
      TAG_BROWSE_PAGE_SIZE: 100,
      TAG_SEARCH_DEFAULT_LIMIT: 20,
      SEARCH_PAGE_SIZE: 12,
      SEARCH_POPULAR_TAGS: 15,
      PREVIEW_CHARACTERS: 1000,
      SEO_DESCRIPTION_CHARACTERS: 160,
      MIN_SUGGESTION_CHARACTERS: 2,
      TYPING_PAUSE_MS: 300,
      REDIRECT_AFTER_MILLISECONDS: 1000,
      STORY_DELETE_DELAY_MILLISECONDS: 500,
      UNDO_DEPTH: 100,
      UNDO_GROUP_MILLISECONDS: 500,
      TRENDING_BAR_CAP: 100,
      PAGES_AROUND_CURRENT: 2,
      ofTagSuggestions: [2, 300, 5],
      ofReadTime: [30, 10, 5, 30],
    },
  );
});

// Spec 7: Built-in tags where the call fails or is empty
// Spec 9: Fallback popular tags (12)
test('the twelve default tags are offered when tags can’t be loaded', () => {
  assert.equal(
    FALLBACK_POPULAR_TAGS.join(', '),
    'Bondage, Submission, Domination, Discipline, Romance, Fantasy, Series, Anthology, Historical, Sci-Fi, Contemporary, Novella',
  );
});

/** The specification's texts, grouped by the modules that contain them. */
const texts: [what: string, said: Record<string, unknown>, specified: Record<string, unknown>][] = [
  [
    'of accounts',
    accountMessages,
    {
      passwordsDiffer: 'Passwords do not match',
      newPasswordsDiffer: 'New passwords do not match',
      passwordShort: 'Password must be at least 8 characters long',
      deletionNotConfirmed: 'Please type DELETE to confirm account deletion',
      usernamePermanent: 'Your username cannot be changed.',
      loginFailed: 'Login failed',
      loginError: 'An error occurred during login',
      signupFailed: 'Registration failed',
      signupError: 'An error occurred during registration',
      invalidUser: 'Invalid user data received',
      googleInvalidUser: 'Invalid user data received from Google',
      googleLoginFailed: 'Google login failed',
      googleFailed: 'Google authentication failed',
      googleError: 'An error occurred during Google authentication',
      deleteFailed: 'Failed to delete account',
      resent: 'Verification email sent successfully',
      resendFailed: 'Failed to resend verification email',
      resendError: 'Failed to resend verification email. Please try again later.',
      verified: 'Email verified successfully',
      verifyFailed: 'Failed to verify email',
      verifyNoToken: 'Invalid verification link. No token provided.',
      verifyError: 'An error occurred during verification. Please try again later.',
      passwordFailed: 'Failed to update password',
      passwordChanged: 'Password updated successfully',
      profileFailed: 'Failed to update profile',
      profileSaved: 'Profile updated successfully',
    },
  ],
  [
    'of stories',
    storyMessages,
    {
      notFound: 'Story not found',
      loadFailed: 'Failed to load story',
      loadDetailsFailed: 'Failed to load story details',
      loadListFailed: 'Failed to load stories',
      loadTagFailed: 'Failed to load stories with this tag',
      noAccountId: 'No account_id available to fetch stories',
      none: 'No stories found',
      noSynopsis: 'No synopsis available.',
      noChapters: 'No chapters have been published yet.',
      noPreview: 'No chapters available yet',
      titleRequired: 'Title is required',
      titleTooLong: 'Title is too long. Please keep it under 100 characters.',
      slugRequired: 'Slug is required',
      notYours: 'You do not have permission to edit this story',
      created: 'Story created successfully!',
      createFailed: 'Failed to create story',
      updated: 'Story updated successfully!',
      updateFailed: 'Failed to update story',
      synopsisFailed: 'Failed to update synopsis',
      deleted: 'Story deleted successfully',
    },
  ],
  [
    'of chapters',
    chapterMessages,
    {
      notFound: 'Chapter not found',
      notFoundTitle: 'Chapter Not Found',
      loadFailed: 'Failed to load chapter',
      loadDetailsFailed: 'Failed to load chapter details',
      titleRequired: 'Chapter title is required',
      titleTooLong: 'Chapter title is too long. Please keep it under 100 characters.',
      contentRequired: 'Chapter content is required',
      contentTooLong: 'Chapter content is too long. Please keep it under 100,000 characters.',
      storyContentRequired: 'Content is required',
      storyContentTooLong: 'Content is too long. Please keep it under 100,000 characters.',
      addNotYours: 'You do not have permission to add chapters to this story',
      notYours: 'You do not have permission to edit chapters in this story',
      created: 'Chapter created successfully! Redirecting...',
      createFailed: 'Failed to create chapter',
      updated: 'Chapter updated successfully! Redirecting...',
      updateFailed: 'Failed to update chapter',
      deleteConfirm: 'Are you sure you want to delete this chapter? This action cannot be undone.',
      deleteFailed: 'Failed to delete chapter',
      deleteError: 'An error occurred while deleting the chapter',
      deleteWithoutIds: 'Missing required information for deleting chapter',
    },
  ],
  [
    'of authors',
    authorMessages,
    {
      notFound: 'Author not found or profile is unavailable',
      loadFailed: 'Failed to load author data',
      loadListFailed: 'Failed to load authors',
      none: 'No authors found',
      noStories: 'This author has not published any stories yet.',
    },
  ],
  [
    'of tags',
    { ...tagMessages, noneMatching: noTagsMatching('{query}') },
    {
      loadFailed: 'Failed to load tags',
      loadTrendingFailed: 'Failed to load trending tags',
      loadPopularFailed: 'Failed to load popular tags',
      none: 'No tags available',
      noneMatching: 'No tags found matching "{query}"',
    },
  ],
  ['of the search', searchMessages, { none: 'No results found', prompt: 'Search for stories & authors' }],
  [
    'of bookmarks',
    bookmarkMessages,
    { loadFailed: 'Failed to load bookmarked stories', none: "You haven't bookmarked any stories yet." },
  ],
  [
    'of reports',
    reportMessages,
    {
      signedOut: 'You must be logged in to submit a report',
      tooLong: 'Reason must be less than 500 characters',
      failed: 'Failed to submit report',
    },
  ],
  [
    'of the newsletter',
    newsletterMessages,
    {
      invalidEmail: 'Please enter a valid email address',
      thanks: 'Thank you for subscribing! Check your email to confirm your subscription.',
      failed: 'Failed to subscribe',
      error: 'Failed to subscribe to newsletter',
    },
  ],
  [
    'of takedown requests',
    { ...takedownMessages, ...takedownTypeLabels },
    {
      nameRequired: 'Name is required',
      emailRequired: 'Email is required',
      emailForm: 'Valid email is required',
      descriptionRequired: 'Content description is required',
      reasonRequired: 'Reason is required',
      ownerRequired: 'Owner information is required',
      addressRequired: 'Address is required',
      signatureRequired: 'Electronic signature is required',
      fixErrors: 'Please fix the errors in the form',
      failed: 'Failed to submit takedown request',
      submitted: 'Your takedown request has been submitted successfully',
      dmca: 'DMCA Takedown',
      copyright: 'Copyright Complaint',
      trademark: 'Trademark Issue',
      other: 'Other Legal Concern',
    },
  ],
];

for (const [what, actual, specified] of texts) {
  // Spec 2, Browse Tags: ‘No tags available’
  // Spec 2, Writing: Deleting a chapter asks in the specified words, then the story page
  // Spec 4: Verification without a token fails in the specified words
  // Spec 5: Register and login: required fields; both password messages
  // Spec 5: Change password: fields and messages
  // Spec 5: ‘Please type DELETE to confirm account deletion’
  // Spec 5: Report: messages, padding to 10, placeholder 10-500
  // Spec 5: Story and chapter titles: messages
  // Spec 5: Content: messages of both screens, 100,000 characters
  // Spec 5: ‘Missing required information for deleting chapter’
  // Spec 5: Slug: typed, suggested (note 4), required
  // Spec 5: Takedown: every message, ‘Please fix the errors in the form’, optional fields
  // Spec 6: The three refusals of the author’s screens
  // Spec 8: Messages of login, signup, Google, account, verification, password, profile
  // Spec 8: Messages of stories and chapters
  // Spec 8: Messages of authors, tags, bookmarks
  // Spec 8: Messages of the newsletter, reports, takedown
  // Spec 8: Messages of the search
  test(`the messages ${what} equal the specification to the letter`, () => {
    const messages = Object.fromEntries(Object.keys(specified).map((key) => [key, actual[key]]));
    assert.deepEqual(messages, specified);
  });
}

// Spec 4: Next order is the highest plus 1; 1 if none (note 3)
test('a new chapter’s order follows the highest one, and the first is 1', () => {
  const table: [orders: number[], next: number][] = [
    [[], 1],
    [[1], 2],
    [[3, 1], 4],
    [[7, 7], 8],
  ];
  for (const [orders, next] of table) assert.equal(nextOrder(orders.map((order) => ({ order }))), next);
});
