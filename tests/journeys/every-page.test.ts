import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { get, startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { type Address, everyAddress, follow, onePerScreen } from './addresses.ts';
import { fillShelf } from './fixtures.ts';
import { firstDifference, sentPage, settledPage, shownPage } from './page-lines.ts';
import { LOOKS, type Look, lookBy, problemsByLook } from './viewports.ts';

const site = await startSite({ fill: fillShelf });
after(() => site.stop());
const { newReader } = await openBrowser(site);
const addresses = await everyAddress(site);

/** One address of each screen; the test below visits all of them by links, as a reader does. */
const looked = onePerScreen(addresses);

/** web.dev/cls rates a tenth as good; nobody sees a hundredth. */
const MOST_SHIFT = 0.01;

test(`a reader by lamp light with a phone, and by paper light at a desk, meets no barrier and no error on ${looked.length} pages`, async () => {
  const reader = await newReader();
  const found: string[] = [];
  for (const [at, address] of looked.entries()) {
    // The page is loaded in one of the looks, in alternation, and changes to the other.
    const [first, second]: readonly [Look, Look] = at % 2 === 0 ? LOOKS : [LOOKS[1], LOOKS[0]];
    await lookBy(reader, first);
    const problems = await problemsOf(reader, address, first);
    await lookBy(reader, second);
    const then = [...(await problemsByLook(reader, second)), ...reader.problems.splice(0)];
    problems.push(...then.map((problem) => `then by ${second.light}: ${problem}`));
    found.push(...problems.map((problem) => `${address.path}, loaded by ${first.light}: ${problem}`));
  }
  assert.deepEqual(found, []);
  await reader.leave();
});

test('a page with barriers, errors and a foreign picture would be noticed', async () => {
  const reader = await newReader();
  await reader.open(urls.faq());
  await reader.untilHydrated();
  assert.deepEqual(await reader.barriers(), []);
  assert.ok((await reader.shifted()) <= MOST_SHIFT);
  await reader.page.evaluate(() => {
    const band = document.createElement('div');
    band.style.height = '200px';
    document.querySelector('main')?.prepend(band);
  });
  assert.ok((await reader.shifted()) > MOST_SHIFT, 'a page that moves would be noticed');
  await reader.page.evaluate(() => {
    const paragraph = document.createElement('p');
    paragraph.setAttribute('style', 'color:red');
    const picture = document.createElement('img');
    picture.src = 'https://pictures.invalid/x.png';
    paragraph.append('x', picture);
    const small = document.createElement('p');
    for (const name of ['a', 'b']) small.appendChild(document.createElement('button')).append(name);
    document.body.append(paragraph);
    for (const button of small.querySelectorAll('button')) {
      button.style.cssText = 'width: 9px; height: 9px; display: inline-block; overflow: hidden';
    }
    document.body.append(small);
    console.warn('beware');
  });
  const barriers = (await reader.barriers()).map((barrier) => barrier.split(' ')[0]);
  assert.deepEqual(barriers.sort(), ['image-alt', 'target-size']);
  const problems = reader.problems.map((problem) => problem.split(':')[0]);
  for (const kind of ['policy', 'console error', 'console warning', 'foreign request', 'failed request']) {
    assert.ok(problems.includes(kind), `${kind} went unnoticed: ${reader.problems.join('\n')}`);
  }
  await reader.leave();
});

/** Every problem of a page as a reader sees it. */
async function problemsOf(reader: Reader, address: Address, look: Look): Promise<string[]> {
  const { page } = reader;
  const { status, html } = await reader.open(address.path);
  if (address.kind !== 'document') await reader.untilHydrated();
  if (address.kind === 'passing') await reader.untilPainted();
  const found = status === address.status ? [] : [`answers ${status}`];
  const seen = await page.evaluate(() => ({
    h1s: [...document.querySelectorAll('h1')].map((one) => one.textContent.trim()),
    title: document.title,
    description: document.querySelector('meta[name="description"]')?.getAttribute('content') ?? '',
  }));
  if (seen.h1s.length !== 1 || seen.h1s[0] === '') found.push(`h1: ${seen.h1s.join(' | ')}`);
  if (!/^(Nightstand|.+ · Nightstand)$/.test(seen.title)) found.push(`title: ${seen.title}`);
  if (seen.description.length < 20) found.push(`description: ${seen.description}`);
  if (address.kind === 'screen') {
    const shifted = await reader.shifted();
    if (shifted > MOST_SHIFT) found.push(`moved by ${shifted}`);
    const sent = await sentPage(page, html);
    const shown = await shownPage(page);
    const changed = firstDifference([...sent.head, ...sent.lines], [...shown.head, ...shown.lines]);
    if (changed !== undefined) found.push(`script changed ${changed}`);
  }
  found.push(...(await problemsByLook(reader, look)), ...reader.problems.splice(0));
  return found;
}

/** Follows a link to an address and lists the differences between the page and the one that the server sends. */
async function byLink(page: Page, path: string): Promise<string[]> {
  const sent = await sentPage(page, (await get(site, path)).text);
  await follow(page, path);
  await page.waitForURL(site.url + path);
  const shown = await settledPage(page, sent);
  return [firstDifference(sent.head, shown.head), firstDifference(sent.lines, shown.lines)].filter(
    (difference) => difference !== undefined,
  );
}

test('a reader who comes by a link finds the same page as one who loads it', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(urls.guidelines());
  await reader.untilHydrated();
  const found: string[] = [];
  for (const { path, kind, status } of addresses) {
    if (kind !== 'screen' || path === urls.guidelines()) continue;
    // A difference is checked again, because an author's trending score fades from one moment to the next.
    const differences = (await byLink(page, path)).length === 0 ? [] : await byLink(page, path);
    found.push(...differences.map((difference) => `${path}: ${difference}`));
    // A missing page may fail the requests for its contents.
    const expected = status === 404 ? /^answer 4\d\d: \S+\/api\// : /^$/;
    const problems = reader.problems.splice(0).filter((problem) => !expected.test(problem));
    found.push(...problems.map((problem) => `${path}: ${problem}`));
  }
  // The script never restarted: all of it was one visit.
  assert.equal(await page.evaluate(() => performance.getEntriesByType('navigation').length), 1);
  assert.deepEqual(found, []);
  await reader.leave();
});
