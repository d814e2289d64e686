import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtRenderer } from '#app/built-renderer.ts';
import { openDatabase } from '#platform/database/database.ts';
import { installed } from '#platform/runtime/installation.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { unnamedOperator } from '#platform/settings/operator.ts';
import { fillShelf, MANY } from '#tests/journeys/shelf.ts';
import { linksOf, textOf } from '#tests/support/page-text.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { people } from '#tests/world.ts';
import { urls } from '#urls.ts';

const { services } = await testDatabase();
await fillShelf(services);
await services.db
  .updateTable('accounts')
  .set({ display_name: 'Mira Quill' })
  .where('username', '=', people.mira)
  .execute();
const renderer = await builtRenderer(installed('dist'));
const app = await testServer(services, { renderer });

interface SeenPage {
  html: string;
  /** Of the main part alone. */
  text: string;
  links: { text: string; href: string }[];
  title: string;
  description: string;
}

async function see(path: string, from = app): Promise<SeenPage> {
  const { body } = await from.inject(path);
  const main = /<main.*<\/main>/s.exec(body)?.[0] ?? '';
  return {
    html: body,
    text: textOf(main),
    links: linksOf(main),
    title: textOf(/<title>(.*?)<\/title>/s.exec(body)?.[1] ?? ''),
    description: textOf(/<meta name="description" content="([^"]*)"/.exec(body)?.[1] ?? ''),
  };
}

function assertSays(page: SeenPage, texts: string[], where: string): void {
  for (const text of texts) assert.ok(page.text.includes(text), `${where} says “${text}”:\n${page.text}`);
}

function assertLeads(page: SeenPage, links: [text: string, href: string][], where: string): void {
  for (const [text, href] of links)
    assert.ok(
      page.links.some((link) => link.text === text && link.href === href),
      `${where}: “${text}” leads to ${href}\n${page.links.map((link) => `${link.text} ${link.href}`).join('\n')}`,
    );
}

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
  // A tag that nobody reads now leads to its best.
  assertLeads(await see(urls.story('postcard-1')), [[MANY, urls.tag(MANY, 'top')]], 'a tag without readers');
  assertSays(
    await see(urls.story('unfinished')),
    ['No chapters available yet', 'No synopsis available.', 'No chapters have been published yet.'],
    'a story without a chapter',
  );
});

test('what a page tells search engines is at most 160 characters', async () => {
  const { description } = await see(urls.story('everything-the-editor-makes'));
  assert.ok(description.length > 40 && description.length <= 160, description);
});

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
    // Not to another of its own empty lists.
    assertLeads(none, [['Browse Tags', urls.tags()]], `tag by ${sort}`);
    assert.ok(!none.text.includes('All stories with this tag'), `tag by ${sort}`);
  }
  const unfeatured = await see(urls.tag('gothic', 'featured'));
  assertLeads(unfeatured, [['All stories with this tag', urls.tag('gothic')]], 'a tag without featured ones');
});

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

test('a visitor finds the fields and links of the ways in, and the outline of what is for members', async () => {
  const login = await see(urls.login());
  assertSays(login, ['Username or e-mail address', 'Password', 'Forgot your password?'], '/login');
  assertLeads(login, [['Forgot your password?', urls.resetPassword()]], '/login');
  const register = await see(urls.register());
  assertSays(register, ['Username', 'E-mail address', 'Password', 'Confirm password'], '/register');
  const profile = await see(urls.profile());
  assertSays(profile, ['My Stories Bookmarks Profile Settings', 'Loading your profile'], '/profile');
  assert.equal(profile.text.includes('Danger Zone'), false);
  assertSays(await see(urls.verifyEmail('x')), ['Verifying your address'], '/verify-email');
});

test('somebody with a legal concern finds the form that is specified', async () => {
  const page = await see(urls.takedownRequest());
  assertSays(
    page,
    [
      'Request Type DMCA Takedown Copyright Complaint Trademark Issue Other Legal Concern',
      'Name',
      'E-mail address',
      'Title or Role',
      'Content URL',
      'Content Description',
      'Reason',
      'Owner Information',
      'Physical Address',
      'Additional Information',
      'Under penalty of perjury',
      'Submit Takedown Request',
    ],
    '/takedown-request',
  );
  assertLeads(page, [['Cancel', urls.home()]], '/takedown-request');
});

test('a visitor reads terms of fourteen sections and a privacy page, dated March 23, 2025', async () => {
  const terms = await see(urls.terms());
  assertSays(terms, ['March 23, 2025'], '/terms');
  const sections = terms.html.match(/<h2[^>]*>(?:<[^>]*>)*\d+\. [^<]+/g) ?? [];
  assert.equal(sections.length, 14, sections.join('\n'));
  for (const word of [
    'Adults only',
    'Accounts',
    'licence',
    'minors',
    'DMCA',
    'Disclaimers',
    'liability',
    'Indemnification',
    'Termination',
    'Governing law',
    'Changes',
    'impersonat',
    'malware',
    'harass',
  ])
    assert.match(terms.text, new RegExp(word, 'i'), word);
  const privacy = await see(urls.privacy());
  assertSays(privacy, ['March 23, 2025'], '/privacy');
  for (const word of ['username', 'password', 'cookies', 'sell', 'security', 'rights', '18'])
    assert.match(privacy.text, new RegExp(word, 'i'), word);
});

const operator = {
  ...{ name: 'Night Press Ltd', address: ['1 Quay Street', 'Galway'], country: 'Ireland' },
  ...{ email: 'desk@nightstand.test', dmcaAgent: ['A. Agent', 'agent@nightstand.test'], readsReplies: true },
};
const LEGAL_PAGES = [urls.contact(), urls.terms(), urls.privacy(), urls.takedownRequest()];
const ANSWER_A_MAIL = /\b(?:answer|answering|reply to|replying to) (?:the|that|this|any|a) mail/i;

test('a visitor reads who runs the site, where the law wants it said, without any script', async () => {
  const named = await testServer({ ...services, operator }, { renderer });
  const [contact, terms, privacy, takedown] = await Promise.all(LEGAL_PAGES.map((path) => see(path, named)));
  assert.ok(contact && terms && privacy && takedown);
  for (const page of [contact, terms, privacy]) {
    for (const text of ['Night Press Ltd', '1 Quay Street', 'Galway', 'Ireland'])
      assert.ok(page.text.includes(text), `${page.title} names ${text}`);
    const mail = { text: 'desk@nightstand.test', href: 'mailto:desk@nightstand.test' };
    assert.ok(page.links.some(({ text, href }) => text === mail.text && href === mail.href));
  }
  for (const page of [contact, terms, takedown]) {
    assert.ok(page.text.includes('A. Agent'), `${page.title} names the agent`);
    assert.ok(page.links.some(({ href }) => href === 'mailto:agent@nightstand.test'));
  }
  assert.match(terms.text, /the operator of this site is established \(Ireland\)/);
  assert.match(contact.text, /Your data/);
});

test('where nobody is named and no answer is read, no page says otherwise, and each way that is told exists', async () => {
  for (const path of [...LEGAL_PAGES, urls.guidelines(), urls.help(), urls.faq()]) {
    const page = await see(path);
    assert.doesNotMatch(page.text, ANSWER_A_MAIL, path);
    assert.doesNotMatch(page.text, /designated agent|has not named|\bnull\b|undefined/, path);
    assert.ok(!page.links.some(({ href }) => href.startsWith('mailto:')), path);
  }
  const contact = await see(urls.contact());
  assertSays(contact, ['No name or postal address is given for the operator.'], 'contact');
  assertLeads(
    contact,
    [
      ['report without an account', '/report'],
      ['your decisions', '/appeal'],
      ['security.txt', '/.well-known/security.txt'],
    ],
    'contact',
  );
  // An inbox without a name: then mails may be answered, and only there.
  const answering = await testServer(
    { ...services, operator: { ...unnamedOperator, readsReplies: true } },
    { renderer },
  );
  assert.match((await see(urls.contact(), answering)).text, /answer any mail that this site has sent you/);
});

test('while the database is away each page says what it could not load', async () => {
  const log = createLogger({ level: 'silent' });
  const away = openDatabase({ connectionString: 'postgresql://nobody@127.0.0.1:1/none', log });
  const broken = await testServer({ ...services, db: away.db, log }, { renderer });
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
  // The usual tags are offered all the same.
  assertSays(await see(urls.search(), broken), ['Bondage', 'Novella'], '/search');
  await away.close();
});

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
