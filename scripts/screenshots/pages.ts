import { listChapters } from '#features/chapters/contract/chapters.ts';
import { SHIPPED_TERMS } from '#features/legal/contract/terms.ts';
import { frontpage } from '#features/stories/contract/stories.ts';
import type { furtherPaths } from '#further-paths.ts';
import { type staffPaths, staffUrls } from '#staff-urls.ts';
import type { RunningSite } from '#tests/support/running-site.ts';
import { fileUrls, type paths, urls, withQuery } from '#urls.ts';
import type { Fixtures } from './fixtures.ts';

type Screen = keyof typeof paths | keyof typeof furtherPaths;

/** The addresses of a screen by the state that they show; the usual state has no name. */
type States = Readonly<Record<string, string>>;

/** The pages of the sample library as a visitor sees them. */
export async function visitorPages(site: RunningSite) {
  const { stories } = await site.call(frontpage, { sort: 'trending', limit: 1 });
  const story = stories[0];
  if (story === undefined) throw new Error('there is no story to show');
  const { chapters } = await site.call(listChapters, { id: String(story.id) });
  return {
    home: { '': urls.home() },
    allStories: {
      '': urls.allStories(),
      filters: withQuery(urls.allStories(), { filters: 'open', tags: story.tags[0]?.name }),
    },
    story: { '': urls.story(story.slug) },
    wholeStory: { '': urls.wholeStory(story.slug) },
    chapter: {
      '': urls.chapter(story.slug, chapters[0]?.id ?? 0),
      last: urls.chapter(story.slug, chapters.at(-1)?.id ?? 0),
    },
    author: { '': urls.author(story.author_username) },
    authors: { '': urls.authors() },
    tag: { '': urls.tag(story.tags[0]?.name ?? '') },
    tags: {
      '': urls.tags(),
      trending: urls.tags({ sort: 'trending' }),
      'none-found': urls.tags({ q: 'zzz' }),
    },
    search: {
      '': urls.search({ q: 'lamp' }),
      blank: urls.search(),
      'none-found': urls.search({ q: 'zzzzzz' }),
    },
    login: { '': urls.login(), code: urls.loginByCode() },
    googleCallback: { '': urls.googleCallback() },
    register: { '': urls.register() },
    resetPassword: { '': urls.resetPassword() },
    verifyEmail: { '': urls.verifyEmail() },
    confirmEmail: { '': urls.confirmEmail('none') },
    keepEmail: { '': urls.keepEmail('none') },
    privacy: { '': urls.privacy() },
    terms: { '': urls.terms() },
    termsVersions: { '': urls.termsVersions() },
    termsVersion: { '': urls.termsVersions(SHIPPED_TERMS) },
    guidelines: { '': urls.guidelines() },
    help: { '': urls.help() },
    tools: { '': urls.tools() },
    contact: { '': urls.contact() },
    faq: { '': urls.faq() },
    kept: { '': urls.kept() },
    hidden: { '': urls.hidden() },
    warnings: { '': urls.warnings() },
    savedFilters: { '': urls.savedFilters() },
    takedownRequest: { '': urls.takedownRequest() },
    report: { '': urls.report() },
    newsletterConfirm: { '': urls.newsletterConfirm('none') },
    newsletterUnsubscribe: { '': urls.newsletterUnsubscribe('none') },
    newsletterPreferences: { '': urls.newsletterPreferences() },
    stopFollowMails: { '': urls.stopFollowMails('none') },
    stopInboxMails: { '': urls.stopInboxMails('none') },
    notFound: { '': '/nothing-here' },
    apiDocs: { '': fileUrls.apiDocs() },
  } satisfies Partial<Record<Screen | 'notFound' | 'apiDocs', States>>;
}

/** The pages of an author and of what the fixtures add, as that author sees them. */
export function memberPages({
  slug,
  chapterId,
  series,
  list,
  secretLink,
  commented,
  importId,
}: Fixtures): Record<Exclude<Screen, keyof Awaited<ReturnType<typeof visitorPages>>>, States> &
  Partial<Record<Screen, States>> {
  return {
    story: { own: urls.story(slug) },
    createStory: { '': urls.createStory() },
    editStory: { '': urls.editStory(slug) },
    storyStatistics: { '': urls.storyStatistics(slug) },
    addChapter: { '': urls.addChapter(slug) },
    editChapter: { '': urls.editChapter(slug, chapterId) },
    chapterVersions: { '': urls.chapterVersions(slug, chapterId) },
    sharedStory: { '': urls.sharedStory(secretLink) },
    sharedChapter: { '': urls.sharedChapter(secretLink, chapterId) },
    import: { '': urls.import() },
    importPreview: { '': urls.importPreview(importId) },
    series: { '': urls.series(series) },
    createSeries: { '': urls.createSeries() },
    editSeries: { '': urls.editSeries(series) },
    list: { '': urls.list(list) },
    trash: { '': urls.trash() },
    comments: { '': urls.comments(slug), 'for-staff': urls.comments(commented) },
    chapterComments: { '': urls.chapterComments(slug, chapterId) },
    receivedComments: { '': urls.receivedComments('shown') },
    corrections: { '': urls.corrections() },
    notes: { '': urls.notes() },
    shelves: { '': urls.shelves({ shelf: 'bookmarks' }) },
    history: { '': urls.history() },
    inbox: { '': urls.inbox() },
    follows: { '': urls.follows() },
    updates: { '': urls.updates() },
    appeal: { '': urls.appeal() },
    profile: {
      stories: urls.profile(),
      bookmarks: urls.profile('bookmarks'),
      account: urls.profile('account'),
      names: urls.profile('names'),
      settings: urls.profile('settings'),
    },
  };
}

/** The pages of the staff, as an admin sees them. */
export function staffPages({ commentCase }: Fixtures): Record<keyof typeof staffPaths, States> {
  return {
    queue: { '': staffUrls.queue({ case: 1 }), comment: staffUrls.queue({ case: commentCase }) },
    log: { '': staffUrls.log() },
    transparency: { '': staffUrls.transparency() },
    tags: { '': staffUrls.tags() },
    featured: { '': staffUrls.featured() },
    accounts: { '': staffUrls.accounts() },
    waiting: { '': staffUrls.waiting() },
    commentWaves: { '': staffUrls.commentWaves() },
    newsletter: { '': staffUrls.newsletter() },
    overview: { '': staffUrls.overview() },
    networkBans: { '': staffUrls.networkBans() },
    announcements: { '': staffUrls.announcements() },
    settings: { '': staffUrls.settings() },
    trustedFlaggers: { '': staffUrls.trustedFlaggers() },
    people: { '': staffUrls.people() },
  };
}

/** The addresses by the names of their pictures, such as `chapter-last`. */
export function byPictureName(pages: Readonly<Record<string, States>>, prefix = ''): [string, string][] {
  return Object.entries(pages).flatMap(([screen, states]) =>
    Object.entries(states).map(([state, address]): [string, string] => [
      [prefix, inKebabCase(screen), state].filter((part) => part !== '').join('-'),
      address,
    ]),
  );
}

const inKebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
