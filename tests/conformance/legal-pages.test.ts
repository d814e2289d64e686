import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtRenderer } from '#app/built-renderer.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { assertHasLinks, assertHasTexts, fetchPage } from '#tests/support/fetched-page.ts';
import { unnamedOperator } from '#tests/support/settings.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { urls } from '#urls.ts';

const { context } = await testDatabase();
const renderer = await builtRenderer(installedPath('dist'));
const app = await testServer(context, { renderer });
const see = (path: string, from = app) => fetchPage(from, path);

// Spec 2, Takedown, verify e-mail, general: Type select, fields, declaration, ‘Submit Takedown Request’, ‘Cancel’ to home
test('the takedown form has the specified fields', async () => {
  const page = await see(urls.takedownRequest());
  assertHasTexts(
    page,
    [
      'Request Type DMCA Takedown Copyright Complaint Trademark Issue Other Legal Concern',
      'Name',
      'Email address',
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
  assertHasLinks(page, [['Cancel', urls.home()]], '/takedown-request');
});

// Spec 1: Terms with 14 sections, last updated March 23, 2025, and their subjects
// Spec 1: Privacy page, last updated March 23, 2025, and its subjects
test('the terms have fourteen sections, and terms and privacy page are dated March 23, 2025', async () => {
  const terms = await see(urls.terms());
  assertHasTexts(terms, ['March 23, 2025'], '/terms');
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
  assertHasTexts(privacy, ['March 23, 2025'], '/privacy');
  for (const word of ['username', 'password', 'cookies', 'sell', 'security', 'rights', '18'])
    assert.match(privacy.text, new RegExp(word, 'i'), word);
});

const operator = {
  ...{ name: 'Night Press Ltd', address: ['1 Quay Street', 'Galway'], country: 'Ireland' },
  ...{ email: 'desk@nightstand.test', dmcaAgent: ['A. Agent', 'agent@nightstand.test'], readsReplies: true },
};
const LEGAL_PAGES = [urls.contact(), urls.terms(), urls.privacy(), urls.takedownRequest()];
const ANSWER_A_MAIL = /\b(?:answer|answering|reply to|replying to) (?:the|that|this|any|an?) e?mail/i;

// Interface, Security, law, operations: The operator is shown where the law requires it
test('the legal notice names the operator without script', async () => {
  const named = await testServer({ ...context, operator }, { renderer });
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

test('without a named operator no page claims one, and every contact it names exists', async () => {
  for (const path of [...LEGAL_PAGES, urls.guidelines(), urls.help(), urls.faq()]) {
    const page = await see(path);
    assert.doesNotMatch(page.text, ANSWER_A_MAIL, path);
    assert.doesNotMatch(page.text, /designated agent|has not named|\bnull\b|undefined/, path);
    assert.ok(!page.links.some(({ href }) => href.startsWith('mailto:')), path);
  }
  const contact = await see(urls.contact());
  assertHasTexts(contact, ['No name or postal address is given for the operator.'], 'contact');
  assertHasLinks(
    contact,
    [
      ['report without an account', '/report'],
      ['your decisions', '/appeal'],
      ['security.txt', '/.well-known/security.txt'],
    ],
    'contact',
  );
  // An inbox without a name means that people may reply to mails, and use no other address.
  const answering = await testServer(
    { ...context, operator: { ...unnamedOperator, readsReplies: true } },
    { renderer },
  );
  assert.match((await see(urls.contact(), answering)).text, /reply to any email that this site has sent you/);
});
