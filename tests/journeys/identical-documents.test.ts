import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CONTENT_SECURITY_POLICY } from '#app/headers.ts';
import { listStories } from '#features/stories/contract/stories.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { type Answer, get, startSite } from '#tests/support/running-site.ts';
import { fileUrls, isSecretAddress, urls } from '#urls.ts';
import { allAddresses } from './addresses.ts';
import { fillFixtures } from './fixtures.ts';

const PUBLIC_URL = 'https://nightstand.test';
const ADULT_LABEL = 'RTA-5042-1996-1400-1577-RTA';

const site = await startSite({ env: { PUBLIC_URL }, fill: fillFixtures });
after(() => site.stop());
const { newReader } = await openBrowser(site);
// A page for parsing documents.
const { page: parser } = await newReader();
const addresses = await allAddresses(site);
const pages = new Map<string, Answer>();
for (const { path } of addresses) pages.set(path, await get(site, path));

/** Headers that may differ between two answers: the time, and those of the connection. */
function stableHeaders({ headers }: Answer) {
  const { date: _, connection: __, 'keep-alive': ___, ...rest } = headers;
  return rest;
}

/** A page without its authors' trending scores, which fade: two answers seconds apart may differ in them. */
function withoutScores({ text }: Answer): string {
  return text
    .replaceAll(/("author_trending_score":)[\d.]+/g, '$1')
    .replaceAll(/[\d.]+(<\/span> trending<)/g, '$1');
}

// Interface, Pages: A page is the same bytes for every visitor
test('a page has the same bytes for every visitor, session, language and browser', async () => {
  const visitors: Record<string, string>[] = [
    { authorization: 'Bearer 0123456789abcdef' },
    { cookie: 'token=0123456789abcdef; theme=paper; contentWarningAccepted=true' },
    { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)', 'accept-language': 'de-DE,de;q=0.9' },
    {
      'x-forwarded-for': '203.0.113.9',
      accept: 'text/html',
      'sec-ch-prefers-color-scheme': 'dark',
      dnt: '1',
    },
  ];
  for (const { path } of addresses) {
    for (const headers of visitors) {
      const who = `${path} asked with ${Object.keys(headers).join(', ')}`;
      const [plain, answer] = await Promise.all([get(site, path), get(site, path, headers)]);
      assert.equal(answer.status, plain.status, who);
      assert.ok(withoutScores(answer) === withoutScores(plain), `${who}: another page`);
      const isSameMoment = answer.text === plain.text;
      if (isSameMoment) assert.deepEqual(stableHeaders(answer), stableHeaders(plain), who);
    }
  }
});

test('every page has the strict policy and the adult label, and nothing that identifies the visitor', () => {
  for (const [path, { headers, status }] of pages) {
    assert.equal(headers['content-security-policy'], CONTENT_SECURITY_POLICY, path);
    assert.equal(headers.rating, ADULT_LABEL, path);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8', path);
    assert.equal(headers['x-content-type-options'], 'nosniff', path);
    assert.equal(headers['referrer-policy'], 'no-referrer', path);
    assert.equal(headers['set-cookie'], undefined, path);
    if (status !== 200) assert.equal(headers['cache-control'], 'no-store', path);
  }
  assert.doesNotMatch(CONTENT_SECURITY_POLICY, /unsafe|nonce|data:|\*/);
});

test('pages need no inline script or style', async () => {
  for (const [path, { text }] of pages) assert.deepEqual(await parser.evaluate(inlineParts, text), [], path);
  const mistaken =
    '<style>a{}</style><p style="color:red" onclick="x()"><a href="javascript:x()"></a><script>x()</script>';
  assert.equal((await parser.evaluate(inlineParts, mistaken)).length, 5);
});

test('discreet mode changes only title and icon of the document', async () => {
  const bodyOf = (answer: Answer) => {
    const text = withoutScores(answer);
    return text.slice(text.indexOf('<body'));
  };
  for (const { path, status } of addresses) {
    const [plain, discreet] = await Promise.all([get(site, path), get(site, path, { cookie: 'discreet=1' })]);
    assert.equal(discreet.status, status, path);
    const head = discreet.text.slice(0, discreet.text.indexOf('</head>'));
    assert.match(head, /<title>Notes<\/title>\n<link rel="icon" href="\/plain\.svg"/, path);
    assert.doesNotMatch(head, /og:|canonical|rel="search"|ld\+json/, path);
    assert.ok(!plain.text.includes('<title>Notes') && !plain.text.includes('plain.svg'), path);
    assert.ok(bodyOf(discreet) === bodyOf(plain), `${path}: another page`);
    assert.ok(head.includes(ADULT_LABEL), path);
    // No shared cache may give the page to others; one that stores the common page knows the headers it
    // depends on.
    assert.match(String(discreet.headers['cache-control']), /^private|^no-store/, path);
    if (path !== fileUrls.apiDocs()) assert.equal(plain.headers.vary, 'accept-encoding, cookie', path);
    assert.equal(discreet.headers['set-cookie'], undefined, path);
  }
});

/** Runs in the browser: all inline parts of a document, which its policy would have to allow. */
function inlineParts(html: string): string[] {
  const inline: string[] = [];
  const data = ['application/json', 'application/ld+json'];
  for (const element of new DOMParser().parseFromString(html, 'text/html').querySelectorAll('*')) {
    const name = element.localName;
    if (name === 'style') inline.push('<style>');
    if (
      name === 'script' &&
      !element.hasAttribute('src') &&
      !data.includes(element.getAttribute('type') ?? '')
    )
      inline.push('inline <script>');
    for (const attribute of element.attributes) {
      const isHandler = attribute.name === 'style' || attribute.name.startsWith('on');
      if (isHandler || /^\s*javascript:/i.test(attribute.value)) inline.push(`${name}[${attribute.name}]`);
    }
  }
  return inline;
}

/** Runs in the browser: a document's metadata. */
function readHead(html: string) {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const contents = (selector: string) =>
    [...parsed.head.querySelectorAll(selector)].map((element) => element.getAttribute('content') ?? '');
  return {
    language: parsed.documentElement.lang,
    title: parsed.title,
    descriptions: contents('meta[name="description"]'),
    ratings: contents('meta[name="rating"]'),
    canonicals: [...parsed.head.querySelectorAll('link[rel="canonical"]')].map((element) =>
      element.getAttribute('href'),
    ),
    isHidden: contents('meta[name="robots"]').includes('noindex'),
    openGraphUrl: contents('meta[property="og:url"]')[0],
    structured: [...parsed.querySelectorAll('script[type="application/ld+json"]')].map(
      (element) => element.textContent,
    ),
  };
}

function canonicalOf(canonicals: (string | null)[], path: string): string {
  assert.equal(canonicals.length, 1, `${path} names ${canonicals.length} canonical addresses`);
  const canonical = canonicals[0] ?? '';
  assert.ok(canonical.startsWith(`${PUBLIC_URL}/`), `${path}: ${canonical}`);
  return canonical;
}

// Interface, Running: Mails, canonical links, sitemap and feeds use PUBLIC_URL
// Interface, Pages: Every page is complete HTML with title, description, canonical link, Open Graph, JSON-LD and the adult label
test('every page has a title, a description, a rating and a canonical address', async () => {
  const titles = new Map<string, string>();
  for (const { path, status, kind } of addresses) {
    const head = await parser.evaluate(readHead, pages.get(path)?.text ?? '');
    assert.equal(head.language, 'en', path);
    assert.equal(head.descriptions.length, 1, `${path}: descriptions`);
    assert.ok((head.descriptions[0] ?? '').length >= 20, `${path}: ${head.descriptions[0]}`);
    assert.ok([...(head.descriptions[0] ?? '')].length <= 160, `${path}: ${head.descriptions[0]}`);
    assert.ok(head.title.length > 3, path);
    assert.ok(head.ratings.includes(ADULT_LABEL), path);
    for (const block of head.structured) {
      const data = JSON.parse(block) as Record<string, unknown>;
      assert.equal(data['@context'], 'https://schema.org', path);
      assert.equal(typeof data['@type'], 'string', path);
      assert.doesNotMatch(block, /127\.0\.0\.1|localhost/, path);
    }
    if (kind === 'document') continue;
    assert.ok(head.ratings.includes('adult'), path);
    assert.equal(head.isHidden || status === 200, true, `${path} may be listed`);
    if (status === 404) continue;
    if (isSecretAddress(path)) {
      assert.deepEqual([head.isHidden, head.canonicals, head.openGraphUrl], [true, [], undefined], path);
      continue;
    }
    const canonical = canonicalOf(head.canonicals, path);
    assert.equal(head.openGraphUrl, canonical, path);
    if (head.isHidden) continue;
    assert.equal(head.structured.length, 1, `${path}: structured data`);
    // Pages and orders of one list may share a title, because a tag's page is named after the tag.
    const { pathname } = new URL(canonical);
    const other = titles.get(head.title) ?? pathname;
    assert.equal(other, pathname, `both pages have the title "${head.title}"`);
    titles.set(head.title, pathname);
  }
});

test('the canonical address of a page leads to that page', async () => {
  for (const { path, status, kind } of addresses) {
    if (status !== 200 || kind === 'document' || isSecretAddress(path)) continue;
    const { canonicals } = await parser.evaluate(readHead, pages.get(path)?.text ?? '');
    const canonical = canonicalOf(canonicals, path);
    const itself = await get(site, canonical.slice(PUBLIC_URL.length));
    assert.equal(itself.status, 200, `${path}: ${canonical}`);
    const { canonicals: again } = await parser.evaluate(readHead, itself.text);
    assert.deepEqual(again, canonicals, path);
  }
});

test('a forged host changes no address on a page, in the sitemap or in a redirect', async () => {
  const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
  const paths = [
    urls.home(),
    urls.tags(),
    '/no/such/page',
    fileUrls.sitemap(),
    fileUrls.sitemapPart('stories', 1),
  ];
  for (const path of [...paths, fileUrls.robots(), fileUrls.openApi(), '/tags/', '/tag/Slow-Burn']) {
    const answer = await get(site, path, forged);
    assert.ok(!answer.text.includes('evil.example'), path);
    assert.ok(!JSON.stringify(answer.headers).includes('evil.example'), path);
    assert.ok(answer.text === (await get(site, path)).text, path);
  }
});

// Interface, Running: Mails, canonical links, sitemap and feeds use PUBLIC_URL
test('robots.txt and the sitemap list every story, and every listed address exists', async () => {
  const robots = await get(site, fileUrls.robots());
  const sitemap = /^Sitemap: (.+)$/m.exec(robots.text)?.[1];
  assert.equal(sitemap, PUBLIC_URL + fileUrls.sitemap());
  const locations = async (path: string, root: string) => {
    const answer = await get(site, path);
    assert.equal(answer.status, 200, path);
    assert.match(String(answer.headers['content-type']), /^application\/xml/);
    const read = await parser.evaluate((xml) => {
      const parsed = new DOMParser().parseFromString(xml, 'application/xml');
      return {
        error: parsed.querySelector('parsererror')?.textContent,
        root: parsed.documentElement.localName,
        places: [...parsed.querySelectorAll('loc')].map((element) => element.textContent),
      };
    }, answer.text);
    assert.deepEqual({ error: read.error, root: read.root }, { error: undefined, root }, path);
    return read.places.map((place) => {
      assert.ok(place.startsWith(`${PUBLIC_URL}/`), place);
      return place.slice(PUBLIC_URL.length);
    });
  };
  const parts = await locations(fileUrls.sitemap(), 'sitemapindex');
  const listed = (await Promise.all(parts.map((part) => locations(part, 'urlset')))).flat();
  assert.equal(new Set(listed).size, listed.length, 'an address is listed twice');
  const { stories } = await site.call(listStories, { limit: 100 });
  for (const { slug } of stories) assert.ok(listed.includes(urls.story(slug)), slug);
  for (const path of listed) assert.equal((await get(site, path)).status, 200, path);
  assert.equal((await get(site, fileUrls.sitemapPart('stories', 999))).status, 404);
});
