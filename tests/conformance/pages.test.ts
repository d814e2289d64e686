import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtRenderer } from '#app/built-renderer.ts';
import { openDatabase } from '#platform/database/database.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { fillShelf, MANY } from '#tests/journeys/fixtures.ts';
import { assertLeads, assertSays, seePage } from '#tests/support/fetched-page.ts';
import { linksOf, textOf } from '#tests/support/page-text.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { people } from '#tests/world.ts';
import { urls } from '#urls.ts';

const { context } = await testDatabase();
await fillShelf(context);
await context.db
  .updateTable('accounts')
  .set({ display_name: 'Mira Quill' })
  .where('username', '=', people.mira)
  .execute();
const renderer = await builtRenderer(installedPath('dist'));
const app = await testServer(context, { renderer });

const see = (path: string, from = app) => seePage(from, path);

// Spec 1: Adults only: 18 or older, or the age of legal majority where higher; consent to sensitive material
// Spec 2, Route list: /stories is linked from a hidden footer block
// Spec 2, Shell: Bar with Stories, Tags, Authors, search, user menu
// Spec 2, Shell: Signed out: Login and Register
// Spec 2, Shell: Footer: blurb, newsletter form, copyright with the current year, Privacy, Terms, DMCA; on all routes
// Spec 2, Shell: ‘Exit Site’ leaves to a search engine
// Spec 2, Shell: ‘I Understand, Continue’ stores the flag and closes; shown unless it is stored
// Spec 9: Minimum age 18
test('a visitor finds bar, footer and content warning on every page, with the specified words', async () => {
  for (const path of [
    urls.home(),
    urls.tags(),
    urls.story('the-ferry-at-dusk'),
    urls.privacy(),
    '/no-such',
  ]) {
    const { html } = await see(path);
    const header = /<header.*?<\/header>/s.exec(html)?.[0] ?? '';
    const footer = /<footer.*<\/footer>/s.exec(html)?.[0] ?? '';
    const bar = linksOf(header).map(({ text, href }) => `${text} ${href}`);
    for (const link of ['Stories /', 'Tags /tags', 'Authors /authors', 'Search /search', 'Login /login'])
      assert.ok(bar.includes(link), `${path}: ${link} in ${bar.join(', ')}`);
    assert.ok(bar.includes('Register /register'), path);
    const foot = linksOf(footer).map(({ text, href }) => `${text} ${href}`);
    for (const link of ['Privacy /privacy', 'Terms /terms', 'DMCA /takedown-request', 'All stories /stories'])
      assert.ok(foot.includes(link), `${path}: ${link} in ${foot.join(', ')}`);
    const words = textOf(footer);
    assert.ok(words.includes(`© ${new Date().getUTCFullYear()} Nightstand.`), path);
    assert.ok(words.includes('Fiction for grown-ups') && words.includes('Subscribe'), path);
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
test('a reader finds on the home page what is specified, in words and links', async () => {
  const page = await see(urls.home());
  assertSays(
    page,
    ['Featured story The Ferry at Dusk', 'Trending Top Rated New', 'Showing 1 - 18 of 44 stories'],
    '/',
  );
  assertLeads(
    page,
    [
      ['Read Now', urls.story('the-ferry-at-dusk')],
      ['View all tags', urls.tags()],
      ['Popular', '/?tags=popular'],
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
  assertSays(page, ['1.5K views', '1 / 3'], 'a card, and the pages on a small screen');
  const second = await see(urls.home('new', 2));
  assertSays(second, ['Showing 19 - 36 of', '2 / 3'], 'page 2');
  assertLeads(second, [['First page', urls.home('new')]], 'page 2');
  assertLeads(second, [['Previous page', urls.home('new')]], 'page 2');
  assertSays(await see(urls.home('new', 9)), ['No stories found'], 'a page past the end');
});

// Spec 2, Story page: Views and chapter counts, title, author link
// Spec 2, Story page: Tags lead to /tag/{tag}?sort=trending or top (trending is the default and has no query)
// Spec 2, Story page: Copy link
// Spec 2, Story page: Start Reading opens the first chapter by order
// Spec 2, Story page: Synopsis section
// Spec 2, Story page: Chapter list with links; the author gets an edit link for each
// Spec 2, Story page: Sidebar: 5 trending tags, up to 3 related stories
// Spec 2, Story page: ‘No chapters available yet’, ‘No chapters have been published yet.’, ‘No synopsis available.’
test('a reader finds on a story’s page what is specified, and what there is not', async () => {
  const page = await see(urls.story('the-ferry-at-dusk'));
  const { chapters } = (await app.inject('/api/stories/the-ferry-at-dusk/chapters')).json().data;
  assertSays(
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
  assertSays(page, ['Related stories A House With Too Many Clocks', 'Trending tags'], 'a story');
  assertLeads(
    page,
    [
      ['Start Reading', urls.chapter('the-ferry-at-dusk', chapters[0].id)],
      ['Missed Again', urls.chapter('the-ferry-at-dusk', chapters[1].id)],
      ['Mira Quill', urls.author(people.mira)],
      ['sea', urls.tag('sea', 'trending')],
    ],
    'a story',
  );
  const sidebar = /<aside.*?<\/aside>/s.exec(page.html)?.[0] ?? '';
  const trending = linksOf(sidebar).filter(({ href }) => href.startsWith('/tag/'));
  assert.equal(trending.length, 5);
  // A tag without current readers links to its top stories.
  assertLeads(await see(urls.story('postcard-1')), [[MANY, urls.tag(MANY, 'top')]], 'a tag without readers');
  assertSays(
    await see(urls.story('unfinished')),
    ['No chapters available yet', 'No synopsis available.', 'No chapters have been published yet.'],
    'a story without a chapter',
  );
});

// Spec 2, Story page: Description for search engines: 160 characters
test('what a page tells search engines is at most 160 characters', async () => {
  const { description } = await see(urls.story('everything-the-editor-makes'));
  assert.ok(description.length > 40 && description.length <= 160, description);
});

// Spec 2, Chapter page: Title, author link, copy link, HTML content
// Spec 2, Chapter page: Previous/Next Chapter by order, back link
test('a reader finds on a chapter’s page what is specified', async () => {
  const { chapters } = (await app.inject('/api/stories/the-ferry-at-dusk/chapters')).json().data;
  const [first, second, third] = chapters.map(({ id }: { id: number }) =>
    urls.chapter('the-ferry-at-dusk', id),
  );
  const page = await see(second);
  assert.match(page.html, /<h1[^>]*>Missed Again<\/h1>/);
  assertSays(page, ['He had brought two coffees & no excuse.'], 'a chapter');
  assertLeads(
    page,
    [
      ['Mira Quill', urls.author(people.mira)],
      ['Previous ChapterMissed', first],
      ['Next ChapterAboard1 min', third],
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
test('a reader finds on authors’ pages what is specified', async () => {
  const page = await see(urls.author(people.mira));
  assert.match(page.html, /<h1[^>]*>Mira Quill<\/h1>/);
  assertSays(page, ['stories 2', 'Report Author', 'A House With Too Many Clocks'], 'an author');
  const none = await see(urls.author(people.una));
  assertSays(none, ['This author has not published any stories yet.'], 'an author without a story');
  const list = await see(urls.authors());
  assertSays(list, ['Trending Top Rated', '@mira-quill'], '/authors');
  assertLeads(list, [['Top Rated', urls.authors('top')]], '/authors');
  assertSays(await see(urls.authors('top', 9)), ['No authors found'], 'authors past the end');
});

// Spec 2, Tag page: Heading ‘{sort label} Stories tagged with "{tag}"’; title is the tag
// Spec 2, Tag page: Sort buttons Trending, Top, New, Featured
// Spec 2, Tag page: Grid, pagination with ellipsis, ‘page / pages’, ‘Showing a - b of total stories’
// Spec 2, Tag page: The four messages for no stories
// Spec 2, Tag page: Sort and page in the query; trending and page 1 omitted
test('a reader finds on a tag’s page what is specified, in each order', async () => {
  const page = await see(urls.tag(MANY, 'new'));
  assert.equal(page.title, `${MANY} · Nightstand`);
  assertSays(page, [`New Stories tagged with "${MANY}"`, 'Trending Top New Featured'], 'a tag');
  assertSays(page, ['Showing 1 - 18 of 40 stories', '1 / 3'], 'a tag');
  assertLeads(
    page,
    [
      ['Trending', urls.tag(MANY)],
      ['Top', `/tag/${MANY}?sort=top`],
      ['2', `/tag/${MANY}?sort=new&page=2`],
      ['Next page', `/tag/${MANY}?sort=new&page=2`],
      ['Last page', `/tag/${MANY}?sort=new&page=3`],
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
    const none = await see(urls.tag('nobody-ever-used-this', sort));
    assertSays(none, [text], `tag by ${sort}`);
    // An empty list does not link to another empty list of the same tag.
    assertLeads(none, [['Browse Tags', urls.tags()]], `tag by ${sort}`);
    assert.ok(!none.text.includes('All stories with this tag'), `tag by ${sort}`);
  }
  const unfeatured = await see(urls.tag('gothic', 'featured'));
  assertLeads(unfeatured, [['All stories with this tag', urls.tag('gothic')]], 'a tag without featured ones');
});

// Spec 1: Visitors browse stories, tags and authors
// Spec 2, Browse Tags: Search box ‘Search tags...’; Name, Trending, Popular
// Spec 2, Browse Tags: Name: letter headings with a letter index
// Spec 2, Browse Tags: Tiles lead to /tag/{name}; count singular or plural
// Spec 2, Browse Tags: Trending: badge where the score is positive, bar capped at 100
// Spec 2, Browse Tags: ‘Showing n of total tags’, search text, sort description
// Spec 2, Browse Tags: ‘No tags found matching "{query}"’
// Spec 2, Browse Tags: Changing search or sort begins at page 1; title ‘Browse Tags’
test('a reader browses the tags by name, by trend and by number, and by what they type', async () => {
  const page = await see(urls.tags());
  assert.equal(page.title, 'Browse Tags · Nightstand');
  assert.ok(page.html.includes('placeholder="Search tags..."'));
  assertSays(
    page,
    ['Browse Tags', 'Name Trending Popular', 'Showing 11 of 11 tags, sorted by name'],
    '/tags',
  );
  assertSays(page, ['G gothic, 1 story', 'P postcards, 40 stories'], 'tags under their letters');
  assertLeads(page, [['S', '#tags-s']], 'the index of letters');
  assert.match(page.html, /href="\/tag\/slow%20burn"/);
  const trending = await see(urls.tags({ sort: 'trending' }));
  assertSays(trending, ['trending first', 'slow burn, Trending, 2 stories'], 'tags by trend');
  assertSays(await see(urls.tags({ sort: 'popularity' })), ['most stories first'], 'tags by number');
  const typed = await see(urls.tags({ q: 'slow' }));
  assertSays(typed, ['Showing 1 of 1 tags matching "slow", sorted by name'], 'tags searched');
  assertSays(await see(urls.tags({ q: 'zzz' })), ['No tags found matching "zzz"'], 'tags not found');
});

// Spec 2, Search: Content type, Match title only, Sort By, Clear Filters
// Spec 2, Search: Story cards: title, author, tags, views, upvotes
// Spec 2, Search: Author cards: initial, ‘Member since’, stories, views, upvotes, top story, cue, score to 1 decimal
// Spec 2, Search: ‘Found N results for "{q}"’ (one: ‘1 result’), ‘No results found for "{q}"’
// Spec 2, Search: Active tag chips removable; ‘Clear all filters’
// Spec 2, Search: ‘Search for stories & authors’, ‘No results found’
test('a reader finds on the search page what is specified, in each state', async () => {
  const page = await see(urls.search());
  assertSays(
    page,
    [
      'Content type All Content Stories Only Authors Only',
      'Sort By Relevance Newest First Most Popular Trending',
      'Match title only',
      'Popular tags',
      'Search for stories & authors',
    ],
    '/search',
  );
  const found = await see(urls.search({ q: 'mira' }));
  assertSays(
    found,
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
  assertSays(
    found,
    ['trending Mira Quill @mira-quill', 'Top story A House With Too Many Clocks'],
    'an author',
  );
  assert.match(found.text, /M \d+\.\d trending/);
  const none = await see(urls.search({ q: 'qqqxx', type: 'stories', tags: ['gothic'] }));
  assertSays(
    none,
    ['No results found for "qqqxx"', 'No results found', 'Try a different search term or browse by tags'],
    'nothing found',
  );
  assertLeads(
    none,
    [
      ['Clear Filters', urls.search({ q: 'qqqxx' })],
      ['Clear all filters', urls.search({ q: 'qqqxx' })],
      ['gothic', urls.search({ q: 'qqqxx', type: 'stories' })],
    ],
    'nothing found',
  );
  const many = await see(urls.search({ q: 'postcard', type: 'stories' }));
  assertSays(many, ['Found 40 results for "postcard"', '1 / 4'], 'twelve on a page');
  assertLeads(many, [['2', urls.search({ q: 'postcard', type: 'stories', page: 2 })]], 'results');
});

// Spec 2, Login, Register, Profile: Login: username, password; link to /reset-password
// Spec 2, Login, Register, Profile: Register: username, email, password, confirmation
// Spec 2, Login, Register, Profile: Skeleton: header block and three cards; four tabs
test('a visitor finds the fields and links of the ways in, and the outline of what is for members', async () => {
  const login = await see(urls.login());
  assertSays(login, ['Username or email address', 'Password', 'Forgot your password?'], '/login');
  assertLeads(login, [['Forgot your password?', urls.resetPassword()]], '/login');
  const register = await see(urls.register());
  assertSays(register, ['Username', 'Email address', 'Password', 'Confirm password'], '/register');
  const profile = await see(urls.profile());
  assertSays(profile, ['My Stories Bookmarks Profile Settings', 'Loading your profile'], '/profile');
  assert.equal(profile.text.includes('Danger Zone'), false);
  assertSays(await see(urls.verifyEmail('x')), ['Verifying your address'], '/verify-email');
});

// Spec 8: Shown: what a page could not load
test('while the database is away each page says what it could not load', async () => {
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
    const page = await see(path, broken);
    const words = /<h1[^>]*>(.*?)<\/h1>/s.exec(page.html)?.[1] ?? '';
    const said = path === urls.search() ? page.text : textOf(words);
    assert.ok(path === urls.search() ? said.includes(text) : said === text, `${path}: ${said}`);
  }
  // The usual tags are offered regardless.
  assertSays(await see(urls.search(), broken), ['Bondage', 'Novella'], '/search');
  await away.close();
});

// Spec 2, Route list: Every route of the list has its page
test('every address of the route list answers with a page of its own', async () => {
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

test('a reader finds no words run together where a link or a mark ends within a sentence', async () => {
  for (const path of [
    urls.contact(),
    urls.faq(),
    urls.guidelines(),
    urls.help(),
    urls.privacy(),
    urls.terms(),
  ]) {
    const main = /<main.*<\/main>/s.exec((await see(path)).html)?.[0] ?? '';
    const joined = main.match(
      /\w[^<>]{0,20}<\/(?:a|strong|em|kbd|code|q)>\w+|\w+<(?:a|strong|em|kbd|code)\b[^>]*>/g,
    );
    assert.ok(main.length > 2000, path);
    assert.equal(joined, null, path);
  }
});
