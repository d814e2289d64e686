import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtRenderer } from '#app/built-renderer.ts';
import { openDatabase } from '#platform/database/database.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { fillFixtures, POPULAR_TAG } from '#tests/journeys/fixtures.ts';
import { assertHasLinks, assertHasTexts, fetchPage } from '#tests/support/fetched-page.ts';
import { linksOf, textOf } from '#tests/support/page-text.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { people } from '#tests/world.ts';
import { urls } from '#urls.ts';

const { context } = await testDatabase();
await fillFixtures(context);
await context.db
  .updateTable('accounts')
  .set({ display_name: 'Mira Quill' })
  .where('username', '=', people.mira)
  .execute();
const renderer = await builtRenderer(installedPath('dist'));
const app = await testServer(context, { renderer });

const fetchSitePage = (path: string, from = app) => fetchPage(from, path);

// Spec 1: Adults only: 18 or older, or the age of legal majority where higher; consent to sensitive material
// Spec 2, Route list: /stories is linked from a hidden footer block
// Spec 2, Shell: Bar with Stories, Tags, Authors, search, user menu
// Spec 2, Shell: Signed out: Login and Register
// Spec 2, Shell: Footer: blurb, newsletter form, copyright with the current year, Privacy, Terms, DMCA; on all routes
// Spec 2, Shell: ‘Exit Site’ leaves to a search engine
// Spec 2, Shell: ‘I Understand, Continue’ stores the flag and closes; shown unless it is stored
// Spec 9: Minimum age 18
// Interface, Pages: The content warning is part of the HTML
test('every page has the specified bar, footer and content warning', async () => {
  for (const path of [
    urls.home(),
    urls.tags(),
    urls.story('the-ferry-at-dusk'),
    urls.privacy(),
    '/no-such',
  ]) {
    const { html } = await fetchSitePage(path);
    const header = /<header.*?<\/header>/s.exec(html)?.[0] ?? '';
    const footer = /<footer.*<\/footer>/s.exec(html)?.[0] ?? '';
    const bar = linksOf(header).map(({ text, href }) => `${text} ${href}`);
    for (const link of ['Stories /', 'Tags /tags', 'Authors /authors', 'Search /search', 'Login /login'])
      assert.ok(bar.includes(link), `${path}: ${link} in ${bar.join(', ')}`);
    assert.ok(bar.includes('Register /register'), path);
    const foot = linksOf(footer).map(({ text, href }) => `${text} ${href}`);
    for (const link of ['Privacy /privacy', 'Terms /terms', 'DMCA /takedown-request', 'All stories /stories'])
      assert.ok(foot.includes(link), `${path}: ${link} in ${foot.join(', ')}`);
    const footerText = textOf(footer);
    assert.ok(footerText.includes(`© ${new Date().getUTCFullYear()} Nightstand.`), path);
    assert.ok(footerText.includes('Fiction for grown-ups') && footerText.includes('Subscribe'), path);
    const around = textOf(html);
    for (const text of [
      'Exit Site',
      'I Understand, Continue',
      'at least 18 years old, or of the age of majority where you live if that is higher',
      'By continuing you confirm that you are of legal age and consent to sensitive material.',
    ])
      assert.ok(around.includes(text), `${path} says “${text}”`);
  }
});

// Spec 1: Visitors browse stories, tags and authors
// Spec 2, Home: Featured hero (first of 5) with ‘Read Now’
// Spec 2, Home: Tags panel with tabs, 12 chips, ‘View all tags’ to /tags
// Spec 2, Home: Tabs Trending, Top Rated, New
// Spec 2, Home: Numbered pagination: first, previous, next, last; ‘page / pages’ on mobile
// Spec 2, Home: ‘Showing X - Y of Z stories’
// Spec 2, Home: ‘No stories found’
test('the home page has the specified texts and links', async () => {
  const page = await fetchSitePage(urls.home());
  assertHasTexts(
    page,
    ['Featured story The Ferry at Dusk', 'Trending Top Rated New', 'Showing 1 - 18 of 44 stories'],
    '/',
  );
  assertHasLinks(
    page,
    [
      ['Read Now', urls.story('the-ferry-at-dusk')],
      ['View all tags', urls.tags()],
      ['Popular', '/?tag_sort=popular'],
      ['Top Rated', urls.home('top')],
      ['New', urls.home('new')],
      ['Next page', urls.home('trending', 2)],
      ['Last page', urls.home('trending', 3)],
      ['3', urls.home('trending', 3)],
    ],
    '/',
  );
  const cards = page.html.match(/<article\b/g) ?? [];
  assert.equal(cards.length, 18);
  assertHasTexts(page, ['1.5K views', '1 / 3'], 'a card, and the pages on a small screen');
  const second = await fetchSitePage(urls.home('new', 2));
  assertHasTexts(second, ['Showing 19 - 36 of', '2 / 3'], 'page 2');
  assertHasLinks(second, [['First page', urls.home('new')]], 'page 2');
  assertHasLinks(second, [['Previous page', urls.home('new')]], 'page 2');
  assertHasTexts(await fetchSitePage(urls.home('new', 9)), ['No stories found'], 'a page past the end');
});

// Spec 2, Story page: Views and chapter counts, title, author link
// Spec 2, Story page: Tags lead to /tag/{tag}?sort=trending or top (trending is the default and has no query)
// Spec 2, Story page: Copy link
// Spec 2, Story page: Start Reading opens the first chapter by order
// Spec 2, Story page: Synopsis section
// Spec 2, Story page: Chapter list with links; the author gets an edit link for each
// Spec 2, Story page: Sidebar: 5 trending tags, up to 3 related stories
// Spec 2, Story page: ‘No chapters available yet’, ‘No chapters have been published yet.’, ‘No synopsis available.’
test('a story’s page has the specified texts and nothing else', async () => {
  const page = await fetchSitePage(urls.story('the-ferry-at-dusk'));
  const { chapters } = (await app.inject('/api/stories/the-ferry-at-dusk/chapters')).json().data;
  assertHasTexts(
    page,
    [
      '1.5K views',
      '3 chapters',
      'Synopsis Two people in their forties',
      'Copy link',
      'Show Preview',
      'Hide Preview',
    ],
    'a story',
  );
  assertHasTexts(page, ['Related stories A House With Too Many Clocks', 'Trending tags'], 'a story');
  assertHasLinks(
    page,
    [
      ['Start Reading', urls.chapter('the-ferry-at-dusk', chapters[0].id)],
      ['Missed Again', urls.chapter('the-ferry-at-dusk', chapters[1].id)],
      ['Mira Quill', urls.author(people.mira)],
      ['sea', urls.tag('sea', 'trending')],
    ],
    'a story',
  );
  // The content warning is an aside as well.
  const asides = page.html.match(/<aside.*?<\/aside>/gs) ?? [];
  const sidebar = asides.find((aside) => aside.includes('Trending tags')) ?? '';
  const trending = linksOf(sidebar).filter(({ href }) => href.startsWith('/tag/'));
  assert.equal(trending.length, 5);
  // A tag without current readers links to its top stories.
  assertHasLinks(
    await fetchSitePage(urls.story('postcard-1')),
    [[POPULAR_TAG, urls.tag(POPULAR_TAG, 'top')]],
    'a tag without readers',
  );
  assertHasTexts(
    await fetchSitePage(urls.story('unfinished')),
    ['No chapters available yet', 'No synopsis available.', 'No chapters have been published yet.'],
    'a story without a chapter',
  );
});

// Spec 2, Story page: Description for search engines: 160 characters
test('a page’s description has at most 160 characters', async () => {
  const { description } = await fetchSitePage(urls.story('everything-the-editor-makes'));
  assert.ok(description.length > 40 && description.length <= 160, description);
});

// Spec 2, Chapter page: Title, author link, copy link, HTML content
// Spec 2, Chapter page: Previous/Next Chapter by order, back link
test('a chapter’s page has the specified texts', async () => {
  const { chapters } = (await app.inject('/api/stories/the-ferry-at-dusk/chapters')).json().data;
  const [first, second, third] = chapters.map(({ id }: { id: number }) =>
    urls.chapter('the-ferry-at-dusk', id),
  );
  const page = await fetchSitePage(second);
  assert.match(page.html, /<h1[^>]*>Missed Again<\/h1>/);
  assertHasTexts(page, ['He had brought two coffees & no excuse.'], 'a chapter');
  assertHasLinks(
    page,
    [
      ['Mira Quill', urls.author(people.mira)],
      ['Previous Chapter: Missed', first],
      ['Next Chapter: Aboard, 1 min', third],
      ['Back to The Ferry at Dusk', urls.story('the-ferry-at-dusk')],
    ],
    'a chapter',
  );
  assert.ok(page.html.includes('aria-label="Copy link"'));
});

// Spec 1: Visitors browse stories, tags and authors
// Spec 2, Author page and authors list: Picture, name, story count, story grid
// Spec 2, Author page and authors list: ‘This author has not published any stories yet.’, for who wants a page without a story
// Spec 2, Author page and authors list: Tabs Trending and Top Rated, cards, ‘No authors found’
test('authors’ pages have the specified texts', async () => {
  const page = await fetchSitePage(urls.author(people.mira));
  assert.match(page.html, /<h1[^>]*>Mira Quill<\/h1>/);
  assertHasTexts(page, ['stories 2', 'Report Author', 'A House With Too Many Clocks'], 'an author');
  const none = await fetchSitePage(urls.author(people.una));
  assertHasTexts(none, ['This author has not published any stories yet.'], 'an author without a story');
  const list = await fetchSitePage(urls.authors());
  assertHasTexts(list, ['Trending Top Rated', '@mira-quill'], '/authors');
  assertHasLinks(list, [['Top Rated', urls.authors('top')]], '/authors');
  assertHasTexts(await fetchSitePage(urls.authors('top', 9)), ['No authors found'], 'authors past the end');
});

// Spec 2, Tag page: Heading ‘{sort label} Stories tagged with "{tag}"’; title is the tag
// Spec 2, Tag page: Sort buttons Trending, Top, New, Featured
// Spec 2, Tag page: Grid, pagination with ellipsis, ‘page / pages’, ‘Showing a - b of total stories’
// Spec 2, Tag page: The four messages for no stories
// Spec 2, Tag page: Sort and page in the query; trending and page 1 omitted
test('a tag’s page has the specified texts in each order', async () => {
  const page = await fetchSitePage(urls.tag(POPULAR_TAG, 'new'));
  assert.equal(page.title, `${POPULAR_TAG} · Nightstand`);
  assertHasTexts(page, [`New Stories tagged with "${POPULAR_TAG}"`, 'Trending Top New Featured'], 'a tag');
  assertHasTexts(page, ['Showing 1 - 18 of 40 stories', '1 / 3'], 'a tag');
  assertHasLinks(
    page,
    [
      ['Trending', urls.tag(POPULAR_TAG)],
      ['Top', `/tag/${POPULAR_TAG}?sort=top`],
      ['2', `/tag/${POPULAR_TAG}?sort=new&page=2`],
      ['Next page', `/tag/${POPULAR_TAG}?sort=new&page=2`],
      ['Last page', `/tag/${POPULAR_TAG}?sort=new&page=3`],
    ],
    'a tag',
  );
  const empty: [sort: string | undefined, text: string][] = [
    [undefined, 'No trending stories found with this tag'],
    ['top', 'No top-rated stories found with this tag'],
    ['new', 'No new stories found with this tag'],
    ['featured', 'No featured stories found with this tag'],
  ];
  for (const [sort, text] of empty) {
    const none = await fetchSitePage(urls.tag('nobody-ever-used-this', sort));
    assertHasTexts(none, [text], `tag by ${sort}`);
    // An empty list does not link to another empty list of the same tag.
    assertHasLinks(none, [['Browse Tags', urls.tags()]], `tag by ${sort}`);
    assert.ok(!none.text.includes('All stories with this tag'), `tag by ${sort}`);
  }
  const unfeatured = await fetchSitePage(urls.tag('gothic', 'featured'));
  assertHasLinks(
    unfeatured,
    [['All stories with this tag', urls.tag('gothic')]],
    'a tag without featured ones',
  );
});

// Spec 1: Visitors browse stories, tags and authors
// Spec 2, Browse Tags: Search box ‘Search tags...’; Name, Trending, Popular
// Spec 2, Browse Tags: Name: letter headings with a letter index
// Spec 2, Browse Tags: Tiles lead to /tag/{name}; count singular or plural
// Spec 2, Browse Tags: Trending: badge where the score is positive, bar capped at 100
// Spec 2, Browse Tags: ‘Showing n of total tags’, search text, sort description
// Spec 2, Browse Tags: ‘No tags found matching "{query}"’
// Spec 2, Browse Tags: Changing search or sort begins at page 1; title ‘Browse Tags’
test('the tags are listed by name, trend and number, and filtered by a search', async () => {
  const page = await fetchSitePage(urls.tags());
  assert.equal(page.title, 'Browse Tags · Nightstand');
  assert.ok(page.html.includes('placeholder="Search tags..."'));
  assertHasTexts(
    page,
    ['Browse Tags', 'Name Trending Popular', 'Showing 11 of 11 tags, sorted by name'],
    '/tags',
  );
  assertHasTexts(page, ['G gothic, 1 story', 'P postcards, 40 stories'], 'tags under their letters');
  assertHasLinks(page, [['S', '#tags-s']], 'the index of letters');
  assert.match(page.html, /href="\/tag\/slow%20burn"/);
  const trending = await fetchSitePage(urls.tags({ sort: 'trending' }));
  assertHasTexts(trending, ['trending first', 'slow burn, Trending, 2 stories'], 'tags by trend');
  assertHasTexts(
    await fetchSitePage(urls.tags({ sort: 'popularity' })),
    ['most stories first'],
    'tags by number',
  );
  const typed = await fetchSitePage(urls.tags({ q: 'slow' }));
  assertHasTexts(typed, ['Showing 1 of 1 tags matching "slow", sorted by name'], 'tags searched');
  assertHasTexts(
    await fetchSitePage(urls.tags({ q: 'zzz' })),
    ['No tags found matching "zzz"'],
    'tags not found',
  );
});

// Spec 2, Search: Content type, Match title only, Sort By, Clear Filters
// Spec 2, Search: Story cards: title, author, tags, views, upvotes
// Spec 2, Search: Author cards: initial, ‘Member since’, stories, views, upvotes, top story, cue, score to 1 decimal
// Spec 2, Search: ‘Found N results for "{q}"’ (one: ‘1 result’), ‘No results found for "{q}"’
// Spec 2, Search: Active tag chips removable; ‘Clear all filters’
// Spec 2, Search: ‘Search for stories & authors’, ‘No results found’
test('the search page has the specified texts in each state', async () => {
  const page = await fetchSitePage(urls.search());
  assertHasTexts(
    page,
    [
      'Content type All Content Stories Only Authors Only',
      'Sort By Relevance Newest First Most Popular Trending',
      'Match title only',
      'Popular tags',
      'Clear Filters',
      'Search for stories & authors',
    ],
    '/search',
  );
  const results = await fetchSitePage(urls.search({ q: 'mira' }));
  assertHasTexts(
    results,
    [
      'Found 3 results for "mira"',
      'by Mira Quill',
      '4.5K views',
      '182 upvotes',
      'Member since',
      'View profile',
    ],
    'results',
  );
  assertHasTexts(
    results,
    ['trending Mira Quill @mira-quill', 'Top story A House With Too Many Clocks'],
    'an author',
  );
  assert.match(results.text, /M \d+\.\d trending/);
  const none = await fetchSitePage(urls.search({ q: 'qqqxx', type: 'stories', tags: ['gothic'] }));
  assertHasTexts(
    none,
    ['No results found for "qqqxx"', 'No results found', 'Try a different search term or browse by tags'],
    'nothing found',
  );
  assertHasLinks(
    none,
    [
      ['Clear Filters', urls.search({ q: 'qqqxx' })],
      ['Clear all filters', urls.search({ q: 'qqqxx' })],
      ['gothic', urls.search({ q: 'qqqxx', type: 'stories' })],
    ],
    'nothing found',
  );
  const many = await fetchSitePage(urls.search({ q: 'postcard', type: 'stories' }));
  assertHasTexts(many, ['Found 40 results for "postcard"', '1 / 4'], 'twelve on a page');
  assertHasLinks(many, [['2', urls.search({ q: 'postcard', type: 'stories', page: 2 })]], 'results');
});

// Spec 2, Login, Register, Profile: Login: username, password; link to /reset-password
// Spec 2, Login, Register, Profile: Register: username, email, password, confirmation
// Spec 2, Login, Register, Profile: Skeleton: header block and three cards; four tabs
test('the login pages have the specified fields and links, and members’ pages an outline', async () => {
  const login = await fetchSitePage(urls.login());
  assertHasTexts(login, ['Username or email address', 'Password', 'Forgot your password?'], '/login');
  assertHasLinks(login, [['Forgot your password?', urls.resetPassword()]], '/login');
  const register = await fetchSitePage(urls.register());
  assertHasTexts(register, ['Username', 'Email address', 'Password', 'Confirm password'], '/register');
  const profile = await fetchSitePage(urls.profile());
  assertHasTexts(profile, ['My Stories Bookmarks Profile Settings', 'Loading your profile'], '/profile');
  assert.equal(profile.text.includes('Danger Zone'), false);
  assertHasTexts(await fetchSitePage(urls.verifyEmail('x')), ['Verifying your address'], '/verify-email');
});

// Spec 8: Shown: what a page could not load
test('without the database each page names the data that failed to load', async () => {
  const log = createLogger({ level: 'silent' });
  const away = openDatabase({ connectionString: 'postgresql://nobody@127.0.0.1:1/none', log });
  const broken = await testServer({ ...context, db: away.db, log }, { renderer });
  const table: [path: string, text: string][] = [
    [urls.home(), 'Failed to load stories'],
    [urls.allStories(), 'Failed to load stories'],
    [urls.story('the-ferry-at-dusk'), 'Failed to load story'],
    [urls.author(people.mira), 'Failed to load author data'],
    [urls.authors(), 'Failed to load authors'],
    [urls.tag('sea'), 'Failed to load stories with this tag'],
    [urls.tags(), 'Failed to load tags'],
    [urls.search(), 'Failed to load popular tags'],
  ];
  for (const [path, text] of table) {
    const page = await fetchSitePage(path, broken);
    const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(page.html)?.[1] ?? '';
    const shownText = path === urls.search() ? page.text : textOf(heading);
    assert.ok(
      path === urls.search() ? shownText.includes(text) : shownText === text,
      `${path}: ${shownText}`,
    );
  }
  // The usual tags are offered regardless.
  assertHasTexts(await fetchSitePage(urls.search(), broken), ['Bondage', 'Novella'], '/search');
  await away.close();
});

// Spec 2, Route list: Every route of the list has its page
test('every route has its own page', async () => {
  const { chapters } = (await app.inject('/api/stories/the-ferry-at-dusk/chapters')).json().data;
  const story = '/story/the-ferry-at-dusk';
  const routes = ['/', '/stories', story, `${story}/chapter/${chapters[0].id}`];
  routes.push(`${story}/chapter/${chapters[0].id}/edit`, `${story}/add-chapter`, `${story}/edit`);
  routes.push('/author/mira-quill', '/authors', '/tag/sea', '/tags', '/search?q=lamp', '/login', '/register');
  routes.push('/reset-password', '/profile', '/create-story', '/privacy', '/terms', '/guidelines', '/help');
  routes.push('/contact', '/faq', '/takedown-request', '/verify-email?token=x');
  const titles = new Map<string, string>();
  for (const path of routes) {
    const { statusCode, body } = await app.inject(path);
    assert.equal(statusCode, 200, path);
    const h1 = textOf(/<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1] ?? '');
    assert.ok(h1 !== '', `${path} has a title`);
    titles.set(path, h1);
  }
  assert.equal(titles.size, 25);
  assert.ok(new Set(titles.values()).size >= 24, [...titles.values()].join(', '));
});

test('links and marks within a sentence have spaces around them', async () => {
  for (const path of [
    urls.contact(),
    urls.faq(),
    urls.guidelines(),
    urls.help(),
    urls.privacy(),
    urls.terms(),
  ]) {
    const main = /<main.*<\/main>/s.exec((await fetchSitePage(path)).html)?.[0] ?? '';
    const joined = main.match(
      /\w[^<>]{0,20}<\/(?:a|strong|em|kbd|code|q)>\w+|\w+<(?:a|strong|em|kbd|code)\b[^>]*>/g,
    );
    assert.ok(main.length > 2000, path);
    assert.equal(joined, null, path);
  }
});
