import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { installedPath } from '#platform/runtime/installation.ts';
import type { AgeAssurance } from '#platform/settings/age.ts';
import { clientOf, type ProviderAccount, startProvider } from '#tests/support/openid-provider.ts';
import { PUBLIC_URL, testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories } from '#tests/world.ts';
import { urls } from '#urls.ts';
import { builtRenderer } from './built-renderer.ts';

const redirectUrl = `${PUBLIC_URL}/age/callback`;
const provider = await startProvider({ redirectUrl });
after(() => provider.stop());
const { context } = await testDatabase();
const { stories } = await fillExampleStories(context);
const renderer = await builtRenderer(installedPath('dist'));
const story = urls.story(stories.ferry.slug);

const ageBy = (issuer: string): AgeAssurance => ({
  regions: 'always',
  regionHeaders: [],
  provider: {
    kind: 'openid',
    client: clientOf({ issuer, redirectUrl, scope: 'openid age' }),
    host: new URL(issuer).host,
    claim: 'age_over_18',
  },
  counts: { begun: 0, passed: 0, refused: 0 },
});
const age = ageBy(provider.issuer);
const app = await testServer({ ...context, age }, { renderer });
/** Another process of the same site. */
const other = await testServer({ ...context, age }, { renderer });

const CHECK = '__Host-age-check';
const PROOF = '__Host-adult';

async function begun(server = app) {
  const response = await server.inject({ url: `/age/begin?back=${encodeURIComponent(story)}` });
  const cookie = response.cookies.find(({ name }) => name === CHECK)?.value ?? '';
  return { address: String(response.headers.location), cookie };
}

async function visit(account: ProviderAccount) {
  const { address, cookie } = await begun();
  return { cookie, answer: await provider.visit(address, account) };
}

const callBack = ({ cookie, answer }: { cookie: string; answer: Record<string, string> }, server = app) =>
  server.inject({
    url: `/age/callback?${new URLSearchParams(answer)}`,
    headers: { cookie: `${CHECK}=${cookie}` },
  });

const proofIn = (response: { cookies: { name: string; value: string }[] }) =>
  response.cookies.find(({ name }) => name === PROOF)?.value;

const grown = { subject: 'grown', email: 'grown@id.example', isOver18: true };

test('a reader whose provider says that they are an adult reads on where they were', async () => {
  const gate = await app.inject({ url: story });
  assert.equal(gate.statusCode, 403);
  assert.ok(gate.body.includes(new URL(provider.issuer).host), 'the page names the provider');
  const { address } = await begun();
  const query = new URL(address).searchParams;
  assert.deepEqual(
    [query.get('scope'), query.get('redirect_uri'), query.get('code_challenge_method'), query.get('prompt')],
    ['openid age', redirectUrl, 'S256', null],
  );
  const response = await callBack(await visit(grown));
  assert.deepEqual([response.statusCode, response.headers.location], [303, story]);
  const proof = proofIn(response) ?? '';
  const page = await app.inject({ url: story, headers: { cookie: `${PROOF}=${proof}` } });
  assert.equal(page.statusCode, 200);
  const second = await callBack(await visit({ ...grown, subject: 'another' }));
  assert.equal(proofIn(second), proof, 'the proof is the same for everybody of a week');
  const rows = JSON.stringify(await context.db.selectFrom('age_checks').selectAll().execute());
  assert.doesNotMatch(rows, /grown|another/);
});

test('a minor, and somebody whose age the provider does not know, get no proof', async () => {
  for (const account of [{ subject: 'child', isOver18: false }, { subject: 'unknown' }]) {
    const response = await callBack(await visit(account));
    assert.equal(response.statusCode, 403, account.subject);
    assert.match(response.body, /does not say that you are over 18/);
    assert.equal(proofIn(response), undefined);
  }
});

test('an answer of a provider works once, in one process', async () => {
  const visited = await visit(grown);
  assert.ok(proofIn(await callBack(visited)));
  for (const server of [app, other]) assert.equal(proofIn(await callBack(visited, server)), undefined);
  const raced = await visit(grown);
  const responses = await Promise.all([app, other, app, other].map((server) => callBack(raced, server)));
  // The provider itself withdraws what a code gave when it is sent again.
  assert.ok(responses.filter((response) => proofIn(response) !== undefined).length <= 1);
});

test('a reader who loads the way back again with their proof is not told that the check has ended', async () => {
  const { cookie, answer } = await visit(grown);
  const proof = proofIn(await callBack({ cookie, answer })) ?? '';
  const again = await app.inject({
    url: `/age/callback?${new URLSearchParams(answer)}`,
    headers: { cookie: `${PROOF}=${proof}` },
  });
  assert.deepEqual([again.statusCode, again.headers.location], [303, '/age']);
});

test('an answer for another browser or another check gives nothing', async () => {
  const visited = await visit(grown);
  const elsewhere = await begun();
  const cases: Record<string, Parameters<typeof callBack>[0]> = {
    'another browser': { ...visited, cookie: elsewhere.cookie },
    'no cookie': { ...visited, cookie: '' },
    'a code of another check': {
      cookie: elsewhere.cookie,
      answer: { ...visited.answer, state: elsewhere.cookie.split('~')[0] ?? '' },
    },
    'another issuer': { ...visited, answer: { ...visited.answer, iss: 'https://elsewhere.example' } },
    'a refusal': { ...visited, answer: { error: 'access_denied', state: visited.answer.state } },
  };
  for (const [name, wrong] of Object.entries(cases)) {
    const response = await callBack(wrong);
    assert.equal(response.statusCode, 400, name);
    assert.match(response.body, /href="\/age\/begin"/, name);
    assert.equal(proofIn(response), undefined, name);
  }
});

test('a provider that is away leaves a page that says what to do', async () => {
  const lost = await testServer({ ...context, age: ageBy('http://127.0.0.1:1') }, { renderer });
  const response = await lost.inject({ url: '/age/begin' });
  assert.equal(response.statusCode, 503);
  assert.match(response.body, /try again in a few minutes/);
});
