import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { matchPath } from 'react-router';
import { PROFILE_TABS } from '#features/accounts/screens/loaders.ts';
import { ageAddresses } from '#features/age/rules.ts';
import { AUTHOR_SORTS } from '#features/authors/contract.ts';
import { listChapters } from '#features/chapters/contract/chapters.ts';
import { SHIPPED_TERMS } from '#features/legal/contract/terms.ts';
import { HOME_SORTS, HOME_TAG_SORTS, homeAddress } from '#features/stories/components/home-address.ts';
import { STORY_SORTS } from '#features/stories/contract/sorts.ts';
import { listStories } from '#features/stories/contract/stories.ts';
import { TAG_SORTS } from '#features/tags/contract/tags.ts';
import { furtherPaths } from '#further-paths.ts';
import { staffPaths, staffUrls } from '#staff-urls.ts';
import type { RunningSite } from '#tests/support/running-site.ts';
import { people } from '#tests/world.ts';
import { fileUrls, paths, urls } from '#urls.ts';
import { everyKindTitle, POPULAR_TAG, SECRET_LINK } from './fixtures.ts';

export interface Address {
  path: string;
  status: 200 | 404;
  /**
   * 'document': a page without script and shell. 'passing': the sent page shows only for a moment, until
   * script knows the account, or the target of the address.
   */
  kind: 'screen' | 'document' | 'passing';
}

/** An address of every screen in each of its states, on a site with the fixtures. */
export async function allAddresses(site: RunningSite): Promise<Address[]> {
  const { stories } = await site.call(listStories, { limit: 100 });
  const slugOf = (title: string) => {
    const story = stories.find((candidate) => candidate.title === title);
    assert.ok(story, `"${title}" is not on the shelf`);
    return story.slug;
  };
  const longest = stories.toSorted((a, b) => b.chapter_count - a.chapter_count || a.id - b.id)[0];
  assert.ok(longest && longest.chapter_count >= 3, 'no story has a middle chapter');
  const odd = [slugOf(everyKindTitle), slugOf('Élan, "Quotes" & <Angles>')];
  const chapters = await Promise.all([longest.slug, ...odd].map((slug) => chapterPaths(site, slug)));
  const slash = stories.flatMap((story) => story.tags).find((tag) => tag.name.includes('/'))?.name ?? 'a/b';
  const far = 500;

  const ids = [
    ...HOME_SORTS.flatMap((sort) => HOME_TAG_SORTS.map((tagSort) => homeAddress({ sort, tagSort }))),
    urls.home('trending', 2),
    urls.home('new', far),
    urls.allStories(),
    urls.allStories(2),
    urls.allStories(far),
    ...[longest.slug, ...odd, 'unfinished'].map(urls.story),
    ...chapters.flat(),
    ...[longest.slug, ...odd].map((slug) => urls.wholeStory(slug)),
    ...odd.map((slug) => urls.comments(slug)),
    urls.comments(odd[0] ?? '', { sort: 'best', page: 2 }),
    ...(await chaptersOf(site, odd[0] ?? '')).map((id) => urls.chapterComments(odd[0] ?? '', id)),
    urls.sharedStory(SECRET_LINK),
    ...(await chaptersOf(site, odd[0] ?? '')).map((id) => urls.sharedChapter(SECRET_LINK, id)),
    urls.series('letters-from-abroad'),
    urls.list('postcards-to-keep'),
    urls.list('postcards-to-keep', far),
    urls.author(longest.author_username),
    urls.author('post-office', 2),
    urls.author('post-office', far),
    urls.author(people.una),
    ...AUTHOR_SORTS.map((sort) => urls.authors(sort)),
    urls.authors('top', far),
    ...STORY_SORTS.map((sort) => urls.tag('slow burn', sort)),
    urls.tag(POPULAR_TAG, 'new', 2),
    urls.tag(POPULAR_TAG, 'top', far),
    urls.tag(slash),
    urls.tag('form & matter'),
    urls.tag('nobody-ever-used-this'),
    ...TAG_SORTS.map((sort) => urls.tags({ sort })),
    urls.tags({ q: 'slow' }),
    urls.tags({ q: '"<nothing> & like it' }),
    urls.tags({ page: far }),
    urls.search(),
    urls.search({ q: 'lamp' }),
    urls.search({ q: 'lamp', type: 'stories', sort: 'newest', tags: ['slow burn', 'gothic'] }),
    urls.search({ q: 'lamplighter', type: 'authors' }),
    urls.search({ q: 'harmonuim' }),
    urls.search({ q: 'quarantine zeppelin titan' }),
    urls.search({ q: '"<nothing> & like it', titleOnly: true }),
    urls.search({ tags: [POPULAR_TAG], page: 2 }),
    urls.search({ tags: [POPULAR_TAG], page: far, authorsPage: far }),
    urls.login(),
    urls.login('/tags?q=slow'),
    urls.register(),
    urls.register('//evil.example'),
    urls.resetPassword(),
    urls.privacy(),
    urls.terms(),
    urls.termsVersions(),
    urls.termsVersions(SHIPPED_TERMS),
    urls.guidelines(),
    urls.help(),
    urls.tools(),
    urls.contact(),
    urls.faq(),
    urls.warnings(),
    urls.hidden(),
    urls.savedFilters(),
    urls.takedownRequest(),
    urls.report(),
    urls.report(urls.story(longest.slug)),
    urls.report('"><script>'),
  ];
  const passing = [
    ...[undefined, 'no-such-token'].flatMap((token) => [
      urls.newsletterConfirm(token),
      urls.newsletterUnsubscribe(token),
      urls.stopFollowMails(token),
      urls.stopInboxMails(token),
      urls.confirmEmail(token),
      urls.keepEmail(token),
    ]),
    urls.newsletterPreferences(),
    urls.resetPassword('no-such-token'),
    urls.verifyEmail(),
    urls.googleCallback(),
    ...PROFILE_TABS.map((tab) => urls.profile(tab)),
    urls.createStory(),
    urls.trash(),
    urls.receivedComments(),
    urls.corrections(),
    `${urls.corrections()}?page=2`,
    urls.notes(),
    urls.notes({ box: 'sent', to: odd[0] ?? '' }),
    urls.shelves(),
    urls.history(),
    urls.kept(),
    urls.inbox(),
    urls.inbox(2),
    urls.follows(),
    urls.updates(),
    urls.updates(2),
    urls.shelves({ shelf: 'bookmarks', sort: 'length' }),
    urls.createSeries(),
    urls.import(),
    urls.importPreview(1),
    ...['no-such-series', 'letters-from-abroad'].map(urls.editSeries),
    urls.appeal(),
    urls.decisions(1),
    ...['no-such-story', longest.slug].flatMap((slug) => [
      urls.editStory(slug),
      urls.storyStatistics(slug),
      urls.addChapter(slug),
      urls.editChapter(slug, 1),
      urls.chapterVersions(slug, 1),
    ]),
  ];
  const missing = [
    '/no/such/page',
    urls.home('new', -1),
    urls.story('no-such-story'),
    urls.chapter(longest.slug, 999_999_999),
    urls.chapter('no-such-story', 1),
    urls.wholeStory('no-such-story'),
    urls.wholeStory(longest.slug, 500),
    urls.comments('no-such-story'),
    urls.comments(longest.slug, { page: -1 }),
    urls.comments(longest.slug, { thread: 999_999_999 }),
    urls.chapterComments(longest.slug, 999_999_999),
    urls.sharedStory('no-such-link'),
    urls.sharedChapter(SECRET_LINK, 999_999_999),
    urls.series('no-such-series'),
    urls.list('no-such-list'),
    urls.author('nobody-of-that-name'),
    // The addresses of the staff return 404 to anybody else.
    staffUrls.queue(),
    staffUrls.queue({ state: 'closed', case: 1 }),
    staffUrls.log(),
    staffUrls.transparency(),
    staffUrls.tags(),
    staffUrls.featured(),
    staffUrls.accounts(),
    staffUrls.waiting(),
    staffUrls.commentWaves(),
    staffUrls.newsletter(),
    staffUrls.overview(),
    staffUrls.networkBans(),
    staffUrls.announcements(),
    staffUrls.settings(),
    staffUrls.trustedFlaggers(),
    staffUrls.people(),
  ];
  for (const [name, pattern] of Object.entries(patterns)) {
    const isListed = [...ids, ...passing, ...missing].some(
      (path) => matchPath(pattern, new URL(path, site.url).pathname) !== null,
    );
    assert.ok(isListed, `${name} (${pattern}) is missing from the list of every address`);
  }
  return [
    ...ids.map((path): Address => ({ path, status: 200, kind: 'screen' })),
    ...passing.map((path): Address => ({ path, status: 200, kind: 'passing' })),
    ...missing.map((path): Address => ({ path, status: 404, kind: 'screen' })),
    { path: fileUrls.apiDocs(), status: 200, kind: 'document' },
  ];
}

/** The pages of the proof of age, on a site that asks for it; of other sites they are none. */
export const agePages: readonly { name: string; path: string; status: 200 | 403 }[] = [
  { name: 'age-needed', path: urls.home(), status: 403 },
  { name: 'age', path: ageAddresses.page, status: 200 },
  { name: 'age-help', path: ageAddresses.help, status: 200 },
];

const patterns = { ...paths, ...furtherPaths, ...staffPaths };

/** The first address of each screen in each kind and status, for tests to which other states make no difference. */
export function onePerScreen(addresses: Address[]): Address[] {
  const screenOf = ({ path, kind, status }: Address) => {
    const { pathname } = new URL(path, 'http://site.invalid');
    const pattern = Object.values(patterns).find((candidate) => matchPath(candidate, pathname) !== null);
    return `${pattern ?? pathname} ${kind} ${status}`;
  };
  return [...Map.groupBy(addresses, screenOf).values()].flatMap((group) => group.slice(0, 1));
}

/** Goes to an address as by a link of the open page. */
export async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    const link = document.createElement('a');
    link.href = href;
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
}

/** The first, a middle and the last chapter. */
async function chapterPaths(site: RunningSite, slug: string): Promise<string[]> {
  const ids = await chaptersOf(site, slug);
  const places = new Set([0, Math.floor(ids.length / 2), ids.length - 1]);
  return [...places].flatMap((at) => ids.slice(at, at + 1)).map((id) => urls.chapter(slug, id));
}

async function chaptersOf(site: RunningSite, slug: string): Promise<number[]> {
  const { chapters } = await site.call(listChapters, { id: slug });
  return chapters.map(({ id }) => id);
}
