import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { signUp } from '#features/accounts/contract/accounts.ts';
import { ageAddresses } from '#features/age/rules.ts';
import { createChapter, listChapters } from '#features/chapters/contract/chapters.ts';
import { editComment, sendComment } from '#features/comments/contract/comments.ts';
import { sendCorrection } from '#features/corrections/contract.ts';
import { openCase } from '#features/moderation/contract/cases.ts';
import { answerNote, sendNote } from '#features/notes/contract.ts';
import { addPenName } from '#features/pen-names/contract.ts';
import { assignRoleAsOperator } from '#features/people/service.ts';
import { addBookmark } from '#features/reactions/contract/bookmarks.ts';
import { reportStory } from '#features/reports/contract.ts';
import { createShelf, putOnShelf } from '#features/shelves/contract/shelves.ts';
import { frontpage, publishStory } from '#features/stories/contract/stories.ts';
import { exitWith } from '#platform/runtime/command.ts';
import { staffUrls } from '#staff-urls.ts';
import { remember } from '#tests/journeys/account-steps.ts';
import { agePages } from '#tests/journeys/addresses.ts';
import { startAgeSite } from '#tests/support/age-site.ts';
import { launchChromium } from '#tests/support/chromium.ts';
import { openCompletely } from '#tests/support/complete-page.ts';
import { type RunningSite, startSite } from '#tests/support/running-site.ts';
import { fileUrls, urls, withQuery } from '#urls.ts';

/**
 * Takes pictures of every screen with the sample library, in both themes, for phone, tablet and desktop, into
 * ./screenshots.
 */
const folder = new URL('../screenshots/', import.meta.url).pathname;
/** The pictures that the README shows, stored in a small size. */
const readmeFolder = new URL('../docs/pictures/', import.meta.url).pathname;
const widths = { phone: 360, tablet: 768, desktop: 1280 };
const heights = { phone: 780, tablet: 1024, desktop: 900 };
const themes = ['lamp', 'paper'] as const;

async function addresses(site: RunningSite): Promise<Record<string, string>> {
  const { stories } = await site.call(frontpage, { sort: 'trending', limit: 1 });
  const story = stories[0];
  if (story === undefined) throw new Error('there is no story to show');
  const { chapters } = await site.call(listChapters, { id: String(story.id) });
  return {
    home: urls.home(),
    stories: urls.allStories(),
    filters: withQuery(urls.allStories(), { filters: 'open', tags: story.tags[0]?.name }),
    story: urls.story(story.slug),
    'whole-story': urls.wholeStory(story.slug),
    chapter: urls.chapter(story.slug, chapters[0]?.id ?? 0),
    'chapter-last': urls.chapter(story.slug, chapters.at(-1)?.id ?? 0),
    author: urls.author(story.author_username),
    authors: urls.authors(),
    tag: urls.tag(story.tags[0]?.name ?? ''),
    tags: urls.tags(),
    'tags-trending': urls.tags({ sort: 'trending' }),
    'tags-none-found': urls.tags({ q: 'zzz' }),
    login: urls.login(),
    'login-code': urls.loginByCode(),
    register: urls.register(),
    'reset-password': urls.resetPassword(),
    'verify-email': urls.verifyEmail(),
    search: urls.search({ q: 'lamp' }),
    'search-blank': urls.search(),
    'search-none-found': urls.search({ q: 'zzzzzz' }),
    privacy: urls.privacy(),
    terms: urls.terms(),
    guidelines: urls.guidelines(),
    help: urls.help(),
    'help-tools': urls.tools(),
    kept: urls.kept(),
    hidden: urls.hidden(),
    warnings: urls.warnings(),
    'saved-filters': urls.savedFilters(),
    contact: urls.contact(),
    faq: urls.faq(),
    takedown: urls.takedownRequest(),
    report: urls.report(),
    'newsletter-confirm': urls.newsletterConfirm('none'),
    'newsletter-unsubscribe': urls.newsletterUnsubscribe('none'),
    'newsletter-preferences': urls.newsletterPreferences(),
    'stop-follow-mails': urls.stopFollowMails('none'),
    'not-found': '/nothing-here',
    'api-docs': fileUrls.apiDocs(),
  };
}

/** Creates an admin who is also an author, and cases for them to review. */
async function admin(site: RunningSite) {
  const password = 'a lamp for every window';
  const join = (username: string) =>
    site.call(signUp, { username, email: `${username}@example.org`, password });
  const [writer, reader] = [await join('ines-okafor'), await join('quiet-reader')];
  const story = await site.call(
    publishStory,
    {
      title: 'The Weather House',
      synopsis: 'Two forecasters of sixty share one barometer.',
      tags: ['slow burn'],
      notes: true,
    },
    writer.token,
  );
  const chapter = {
    id: String(story.id),
    title: 'Set Fair',
    content: '<p>It had been falling since noon.</p>',
  };
  const { id: chapterId } = await site.call(createChapter, chapter, writer.token);
  await talk(site, { story, chapterId, writer, reader });
  const penName = await site.call(
    addPenName,
    { username: 'night-quill', display_name: 'The Night Quill' },
    writer.token,
  );
  const reason = 'The second page is copied from a book of mine.';
  const { stories } = await site.call(frontpage, { sort: 'trending', limit: 2 });
  for (const { id } of stories) {
    await site.call(reportStory, { id: String(id), reason }, reader.token);
    await site.call(addBookmark, { id: String(id) }, writer.token);
  }
  const about = {
    title: 'For the night train',
    synopsis: 'Short enough for one journey.',
    visibility: 'public' as const,
  };
  const list = await site.call(createShelf, about, reader.token);
  for (const { id } of stories)
    await site.call(
      putOnShelf,
      { id: list.id, story_id: String(id), note: 'Begin before the tunnel.' },
      reader.token,
    );
  const [commented] = stories;
  const said = { id: String(commented?.id), content: 'Nobody of your age writes like this.' };
  const comment = await site.call(sendComment, said, reader.token);
  const kinder = { id: String(comment.id), content: 'I did not expect this of a first story.' };
  await site.call(editComment, kinder, reader.token);
  await site.within((context) => assignRoleAsOperator(context, 'ines-okafor', 'admin'));
  const { id: commentCase } = await site.call(openCase, { comment: kinder.id }, writer.token);
  // The session is as after the next request of the profile, which returns the role and the pen names.
  const session = { ...writer, user: { ...writer.user, role: 'admin' as const, pen_name_ids: [penName.id] } };
  return {
    session,
    slug: story.slug,
    chapterId,
    list: list.slug,
    commented: commented?.slug ?? '',
    commentCase,
  };
}

/** Comments, a private note, and corrections in both directions. */
async function talk(
  site: RunningSite,
  people: {
    story: { id: number };
    chapterId: number;
    writer: { token: string };
    reader: { token: string };
  },
): Promise<void> {
  const { story, chapterId, writer, reader } = people;
  const id = String(story.id);
  const content = '> falling since noon\n\nI could *hear* that barometer.';
  const said = await site.call(sendComment, { id, chapter_id: chapterId, content }, reader.token);
  const answer = 'So could my landlady.';
  await site.call(sendComment, { id, parent_id: said.id, content: answer }, writer.token);
  await site.call(
    sendComment,
    { id, content: 'Read it in one sitting, with the window open.' },
    reader.token,
  );
  const note = await site.call(sendNote, { id, content: 'Is there a real Weather House?' }, reader.token);
  await site.call(
    answerNote,
    { id: String(note.id), content: 'There was. It is a bakery now.' },
    writer.token,
  );
  const noon = { quote: 'since noon', replacement: 'since ten', note: 'The bell has just struck ten.' };
  await site.call(sendCorrection, { id: String(chapterId), ...noon, wants_credit: true }, reader.token);
  const { stories } = await site.call(frontpage, { sort: 'trending', limit: 1 });
  const { chapters } = await site.call(listChapters, { id: String(stories[0]?.id) });
  const comma = { quote: 'and then', replacement: 'then', note: 'To my ear.' };
  await site.call(sendCorrection, { id: String(chapters[0]?.id), ...comma }, writer.token);
}

function staffAddresses({
  slug,
  chapterId,
  list,
  commented,
  commentCase,
}: Omit<Awaited<ReturnType<typeof admin>>, 'session'>): Record<string, string> {
  return {
    list: urls.list(list),
    'profile-stories': urls.profile(),
    'profile-bookmarks': urls.profile('bookmarks'),
    shelves: urls.shelves({ shelf: 'bookmarks' }),
    history: urls.history(),
    inbox: urls.inbox(),
    follows: urls.follows(),
    updates: urls.updates(),
    'profile-account': urls.profile('account'),
    'profile-names': urls.profile('names'),
    'profile-settings': urls.profile('settings'),
    'confirm-email': urls.confirmEmail('none'),
    'keep-email': urls.keepEmail('none'),
    'own-story': urls.story(slug),
    'create-story': urls.createStory(),
    comments: urls.comments(slug),
    'chapter-comments': urls.chapterComments(slug, chapterId),
    'comments-for-staff': urls.comments(commented),
    'received-comments': urls.receivedComments('shown'),
    notes: urls.notes(),
    corrections: urls.corrections(),
    import: urls.import(),
    'edit-story': urls.editStory(slug),
    'add-chapter': urls.addChapter(slug),
    'edit-chapter': urls.editChapter(slug, chapterId),
    moderation: staffUrls.queue({ case: 1 }),
    'moderation-comment': staffUrls.queue({ case: commentCase }),
    'moderation-log': staffUrls.log(),
    'moderation-transparency': staffUrls.transparency(),
    'moderation-tags': staffUrls.tags(),
    'moderation-featured': staffUrls.featured(),
    'moderation-accounts': staffUrls.accounts(),
    'moderation-waiting': staffUrls.waiting(),
    'moderation-comments': staffUrls.commentWaves(),
    'moderation-newsletter': staffUrls.newsletter(),
    'moderation-overview': staffUrls.overview(),
    'moderation-networks': staffUrls.networkBans(),
    'moderation-announcements': staffUrls.announcements(),
    'moderation-settings': staffUrls.settings(),
    'moderation-trusted-flaggers': staffUrls.trustedFlaggers(),
    'moderation-people': staffUrls.people(),
  };
}

/** The five pictures of the README. */
async function takeReadmeScreenshots(site: RunningSite, browser: Browser): Promise<void> {
  const all = await addresses(site);
  for (const [name, address, light, device] of [
    ['home', all.home, 'lamp', 'desktop'],
    ['story', all.story, 'paper', 'desktop'],
    ['filters', all.filters, 'paper', 'desktop'],
    ['chapter', all.chapter, 'lamp', 'phone'],
    ['tags', all.tags, 'paper', 'phone'],
  ] as const) {
    const context = await newContext(browser, light, device);
    const page = await context.newPage();
    await accept(page, site);
    await openCompletely(page, site.url + address);
    await page.screenshot({ path: `${readmeFolder}${name}.jpg`, type: 'jpeg', quality: 80 });
    await context.close();
  }
}

function newContext(browser: Browser, light: (typeof themes)[number], device: keyof typeof widths) {
  return browser.newContext({
    viewport: { width: widths[device], height: heights[device] },
    colorScheme: light === 'lamp' ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
}

async function accept(page: Page, site: RunningSite): Promise<void> {
  await page.goto(site.url);
  await page.evaluate(() => localStorage.setItem('contentWarningAccepted', 'true'));
}

async function takeAll(site: RunningSite, browser: Browser, isWhole: boolean): Promise<number> {
  let taken = 0;
  const all = await addresses(site);
  const who = await admin(site);
  for (const light of themes) {
    for (const device of ['phone', 'tablet', 'desktop'] as const) {
      const context = await newContext(browser, light, device);
      const page = await context.newPage();
      const take = async (name: string, address: string) => {
        await openCompletely(page, site.url + address);
        await page.screenshot({ path: `${folder}${name}-${light}-${device}.png`, fullPage: isWhole });
        taken++;
      };
      await page.goto(site.url);
      await page.screenshot({ path: `${folder}content-warning-${light}-${device}.png` });
      await accept(page, site);
      for (const [name, address] of Object.entries(all)) await take(name, address);
      await openCompletely(page, site.url + (all.chapter ?? ''));
      await page.evaluate(() => window.scrollTo(0, 1200));
      await page.waitForFunction(() => localStorage.getItem('readingPlaces') !== null);
      await take('home-begun', urls.home());
      await remember({ page }, site, who.session);
      for (const [name, address] of Object.entries(staffAddresses(who))) await take(name, address);
      await context.close();
    }
  }
  return taken;
}

/** The pages of the proof of age, which only a site that asks for it has. */
async function takeAgePages(site: RunningSite, browser: Browser, isWhole: boolean): Promise<number> {
  let taken = 0;
  for (const light of themes) {
    for (const device of ['phone', 'tablet', 'desktop'] as const) {
      const context = await newContext(browser, light, device);
      const page = await context.newPage();
      const take = async (name: string) => {
        await page.screenshot({ path: `${folder}${name}-${light}-${device}.png`, fullPage: isWhole });
        taken++;
      };
      for (const { name, path } of agePages) {
        await openCompletely(page, site.url + path);
        await take(name);
      }
      await page.goto(site.url + ageAddresses.begin);
      await take('age-in-the-app');
      await context.close();
    }
  }
  return taken;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { whole: { type: 'boolean', default: false }, readme: { type: 'boolean', default: false } },
  });
  for (const one of [folder, readmeFolder]) mkdirSync(one, { recursive: true });
  const site = await startSite();
  const browser = await launchChromium();
  try {
    if (values.readme) return await takeReadmeScreenshots(site, browser);
    const { site: ageSite } = await startAgeSite();
    const taken =
      (await takeAll(site, browser, values.whole)) +
      (await takeAgePages(ageSite, browser, values.whole).finally(ageSite.stop));
    process.stdout.write(`${taken} screenshots in ${folder}\n`);
  } finally {
    await browser.close();
    await site.stop();
  }
}

main().catch(exitWith);
