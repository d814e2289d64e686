import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { createResponseCache } from '#platform/http/response-cache.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import type { AgeAssurance } from '#platform/settings/age.ts';
import { ageRegionsOf } from '#platform/settings/age-regions.ts';
import { AGE_DOCUMENT, ageIssuer, ageWallet, walletRequestIn } from '#tests/support/age-wallet.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories } from '#tests/world.ts';
import { fileUrls as files, urls } from '#urls.ts';
import { builtRenderer } from './built-renderer.ts';

const issuer = await ageIssuer();
const age: AgeAssurance = {
  regions: ageRegionsOf('EU,US-TX') ?? 'always',
  regionHeaders: ['cf-ipcountry', 'cf-region-code'],
  provider: { kind: 'eu', issuers: [new X509Certificate(issuer.certificate)] },
  counts: { begun: 0, passed: 0, refused: 0 },
};
const { context } = await testDatabase();
const { stories } = await fillExampleStories(context);
const renderer = await builtRenderer(installedPath('dist'));
const cache = () => createResponseCache({ maxBytes: 10_000_000, freshMilliseconds: 20_000 });
const trustProxy = ['127.0.0.1/32'];
const app = await testServer({ ...context, age }, { renderer, trustProxy, cache: cache() });
/** Another process of the same site. */
const other = await testServer({ ...context, age }, { renderer, trustProxy, cache: cache() });
const open = await testServer(context, { renderer });

const story = urls.story(stories.ferry.slug);
const GERMANY = { 'cf-ipcountry': 'DE' };
const CANADA = { 'cf-ipcountry': 'CA' };

const get = (url: string, headers: Record<string, string> = GERMANY) => app.inject({ url, headers });

/** A browser in Germany with cookies, which follows no redirect. */
function browser(server = app) {
  const cookies = new Map<string, string>();
  const send = async (options: InjectOptions) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await server.inject({ ...options, headers: { ...GERMANY, cookie, ...options.headers } });
    for (const { name, value, maxAge } of response.cookies)
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    return response;
  };
  return {
    cookies,
    get: (url: string) => send({ url }),
    post: (url: string) => send({ method: 'POST', url }),
  };
}

const sendAnswer = (address: string, vpToken: string, server = app) =>
  server.inject({
    method: 'POST',
    url: new URL(address).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ vp_token: vpToken }).toString(),
  });

async function begun(back = story) {
  const reader = browser();
  const beginning = await reader.get(`/age/begin?back=${encodeURIComponent(back)}`);
  assert.deepEqual([beginning.statusCode, beginning.headers.location], [303, '/age']);
  return { reader, request: walletRequestIn((await reader.get('/age')).body) };
}

const wallet = await ageWallet(issuer);

// Interface, Security, law, operations: AGE_PROVIDER, AGE_REGIONS and REGION_HEADER ask for a proof of age
test('in an affected region every page with stories asks for a proof and shows nothing of them', async () => {
  const closed = [
    '/',
    story,
    urls.chapter(stories.ferry.slug, 1),
    urls.tags(),
    urls.tag('slow burn'),
    urls.authors(),
    urls.search({ q: 'ferry' }),
    '/feed.xml',
    `${story}/feed.json`,
    `${story}/book.epub`,
    `${story}/cover.svg`,
    '/opds',
    '/opds/v2',
    files.sitemap(),
    files.sitemapPart('stories', 1),
    urls.random(),
    '/no-such-page',
    // Addresses that the server resolves to a page.
    `/assets/..${story}`,
    `/assets/%2e%2e${story}`,
    `/.well-known/../${story.slice(1)}`,
    `//help/..${story}`,
  ];
  for (const url of closed) {
    const response = await get(url);
    assert.equal(response.statusCode, 403, url);
    assert.match(response.body, /<h1>Proof of age<\/h1>/, url);
    assert.doesNotMatch(response.body.replaceAll(/back=[^"]*/g, ''), /ferry/i, url);
    assert.match(String(response.headers['cache-control']), /no-store/, url);
    assert.match(String(response.headers.rating), /^RTA-/, url);
  }
});

test('the law, complaints, help and the checks of the site stay open', async () => {
  const addresses = [
    ...[urls.privacy(), urls.terms(), urls.guidelines(), urls.help(), urls.contact(), urls.faq()],
    ...[
      urls.takedownRequest(),
      urls.report(),
      urls.login(),
      urls.profile('settings'),
      urls.newsletterUnsubscribe('x'),
    ],
    ...[files.healthz(), files.robots(), '/age', '/api/site', '/api/auth/ways', '/api/openapi.json'],
  ];
  for (const url of addresses) {
    const response = await get(url);
    assert.ok(response.statusCode < 400, `${url}: ${response.statusCode}`);
    if (response.body.includes('id="root"'))
      assert.match(response.body, /<script src="\/age\/links\.js">/, url);
    assert.doesNotMatch(response.body, /ferry/i, url);
  }
});

test('an author and their stories are closed by whatever spelling of the address', async () => {
  for (const path of ['users', '%75sers', 'user%73']) {
    const { statusCode, body } = await get(`/api/accounts/${path}/somebody/stories`);
    assert.deepEqual([statusCode, JSON.parse(body).error.code], [403, 'age_proof_needed'], path);
  }
});

test('the calls behind open pages are open too', async () => {
  for (const path of [
    '/site/texts/privacy',
    '/accounts/profile',
    '/accounts/export',
    '/appeals/x',
    '/newsletter/preferences/x',
  ])
    assert.notEqual((await get(`/api${path}`)).json().error?.code, 'age_proof_needed', path);
});

test('no page beside the open ones leads around the question', async () => {
  const missing = [
    '/icon-nothing',
    '/plain-nothing',
    '/age/nothing',
    '/.well-known/nothing',
    '/accent/nothing',
  ];
  const asking = [
    urls.report(story),
    `${urls.takedownRequest()}?url=${story}`,
    urls.login(story),
    urls.appeal('x'),
  ];
  for (const url of [...missing, ...asking]) {
    const { body } = await get(url);
    assert.doesNotMatch(body.replaceAll(story, '').replaceAll(encodeURIComponent(story), ''), /ferry/i, url);
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'] as const)
    assert.equal((await app.inject({ method, url: story, headers: GERMANY })).statusCode, 403, method);
  assert.equal((await app.inject({ method: 'HEAD', url: story, headers: GERMANY })).statusCode, 403);
});

test('calls of the API answer 403 with a code of their own', async () => {
  for (const path of [
    '/frontpage',
    '/stories',
    `/stories/${stories.ferry.id}`,
    '/search?query=ferry',
    '/accounts/users/someone',
  ]) {
    const response = await get(`/api${path}`);
    assert.equal(response.statusCode, 403, path);
    assert.equal(response.json().error.code, 'age_proof_needed', path);
  }
});

test('readers elsewhere notice nothing, but no cache before the site may share their pages', async () => {
  for (const url of [story, '/api/frontpage']) {
    await get(url, CANADA);
    const response = await get(url, CANADA);
    assert.equal(response.statusCode, 200, url);
    assert.doesNotMatch(String(response.headers['cache-control']), /public|s-maxage/, url);
    assert.match(String(response.headers.vary), /cookie, cf-ipcountry, cf-region-code/, url);
    assert.equal((await get(url)).statusCode, 403, 'the cached page is not for everyone');
  }
});

// Interface, Security, law, operations: AGE_PROVIDER, AGE_REGIONS and REGION_HEADER ask for a proof of age
test('the region counts only from a trusted proxy, and an unknown one asks for a proof', async () => {
  const cases: [Record<string, string>, number][] = [
    [{ 'cf-ipcountry': 'US', 'cf-region-code': 'TX' }, 403],
    [{ 'cf-ipcountry': 'US', 'cf-region-code': 'NY' }, 200],
    [{ 'cf-ipcountry': 'US' }, 403],
    [{ 'cf-ipcountry': 'gb' }, 200],
    [{ 'cf-ipcountry': 'fr' }, 403],
    [{ 'cf-ipcountry': 'XX' }, 403],
    [{ 'cf-ipcountry': 'T1' }, 403],
    [{ 'cf-ipcountry': '' }, 403],
    [{}, 403],
  ];
  for (const [headers, status] of cases)
    assert.equal((await get(story, headers)).statusCode, status, JSON.stringify(headers));
  const stranger = await app.inject({ url: story, headers: CANADA, remoteAddress: '203.0.113.9' });
  assert.equal(stranger.statusCode, 403, 'anybody can send a header');
});

// Interface, Security, law, operations: Without these settings the warning of the specification stands
test('without the settings nothing asks, and the pages are those of before', async () => {
  const response = await open.inject({ url: story, headers: GERMANY });
  assert.equal(response.statusCode, 200);
  assert.match(String(response.headers['cache-control']), /^public, max-age=0, s-maxage=20$/);
  assert.equal((await open.inject({ url: '/age/begin' })).statusCode, 404);
  assert.doesNotMatch((await open.inject({ url: urls.help() })).body, /age\/links/);
  assert.deepEqual(Object.keys((await open.inject({ url: '/api/site' })).json().data), [
    'operator',
    'reads_replies',
  ]);
});

test('a reader proves their age with the app, once, and reads on where they were', async () => {
  const { reader, request } = await begun();
  assert.equal(request.clientId, `redirect_uri:${request.responseUri}`);
  assert.equal(request.parameters.get('response_mode'), 'direct_post');
  assert.deepEqual(JSON.parse(request.parameters.get('dcql_query') ?? ''), {
    credentials: [
      {
        id: 'proof_of_age',
        format: 'mso_mdoc',
        meta: { doctype_value: AGE_DOCUMENT },
        claims: [{ path: [AGE_DOCUMENT, 'age_over_18'] }],
      },
    ],
  });
  assert.equal((await reader.get('/age/state')).statusCode, 204);
  const early = await reader.post('/age/done');
  assert.deepEqual([early.statusCode, early.headers.location], [303, '/age/done']);
  assert.match((await reader.get('/age/done')).body, /Nothing has arrived from the app yet/);
  // The app reaches another process than the browser.
  const answer = await sendAnswer(request.responseUri, await wallet.answer(request), other);
  assert.deepEqual(
    [answer.statusCode, answer.json()],
    [200, { redirect_uri: `${context.publicUrl}/age/done` }],
  );
  assert.equal((await reader.get('/age/state')).statusCode, 200);
  const done = await reader.post('/age/done');
  assert.deepEqual([done.statusCode, done.headers.location], [303, story]);
  assert.equal((await reader.get('/age/state')).statusCode, 404);
  assert.equal((await reader.get(story)).statusCode, 200);
  assert.equal((await reader.get('/api/frontpage')).statusCode, 200);
  assert.match((await reader.get('/age')).body, /remembers that an adult uses it/);
  await reader.post('/age/forget');
  assert.equal((await reader.get(story)).statusCode, 403);
});

test('an answer works once, in any process, and for the browser that asked', async () => {
  const { reader, request } = await begun();
  const vpToken = await wallet.answer(request);
  const answers = await Promise.all(
    [app, other, app, other].map((server) => sendAnswer(request.responseUri, vpToken, server)),
  );
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 400, 400, 400]);
  assert.equal((await sendAnswer(request.responseUri, vpToken)).json().error_description, 'used');
  const cookies = new Map(reader.cookies);
  const others = browser();
  others.cookies.set(
    '__Host-age-check',
    `${new URL(request.responseUri).pathname.slice('/age/answer/'.length)}~${'x'.repeat(43)}~`,
  );
  assert.equal((await others.post('/age/done')).statusCode, 400, 'the id alone gives nothing');
  assert.equal((await reader.get('/age/done')).statusCode, 303);
  const again = browser(other);
  for (const [name, value] of cookies) again.cookies.set(name, value);
  await again.get('/age/done');
  assert.ok(!again.cookies.has('__Host-adult'), 'the proof is handed over once');
  const rows = await context.db.selectFrom('age_checks').selectAll().execute();
  assert.deepEqual(Object.keys(rows[0] ?? {}).sort(), ['id', 'passed_at', 'taken_at']);
});

test('a browser that has its proof is not told that its check has ended', async () => {
  const { reader, request } = await begun();
  await sendAnswer(request.responseUri, await wallet.answer(request));
  // The page that waits takes the proof first; then the app opens the address of the end, and the reader presses Continue.
  await reader.post('/age/done');
  for (const again of [await reader.get('/age/done'), await reader.post('/age/done')])
    assert.deepEqual([again.statusCode, again.headers.location], [303, '/age']);
  assert.match((await reader.get('/age')).body, /remembers that an adult uses it/);
});

test('the proof is the same for everybody of a week, and leads to nobody', async () => {
  const proofs = await Promise.all(
    [await ageWallet(issuer), await ageWallet(issuer)].map(async (each) => {
      const { reader, request } = await begun();
      await sendAnswer(request.responseUri, await each.answer(request));
      const done = await reader.post('/age/done');
      return done.cookies.find(({ name }) => name === '__Host-adult');
    }),
  );
  assert.equal(proofs[0]?.value, proofs[1]?.value);
  assert.match(proofs[0]?.value ?? '', /^\d{4}-\d\d-\d\d\.[\w-]{43}$/);
  assert.deepEqual(
    [proofs[0]?.httpOnly, proofs[0]?.secure, proofs[0]?.sameSite, proofs[0]?.path],
    [true, true, 'Lax', '/'],
  );
  const [day = '', signature = ''] = proofs[0]?.value.split('.') ?? [];
  const forged = [`2099-01-04.${signature}`, `${day}.${'A'.repeat(43)}`, day, `${day}.`, ''];
  for (const value of forged)
    assert.equal((await get(story, { ...GERMANY, cookie: `__Host-adult=${value}` })).statusCode, 403, value);
});

test('wrong answers of an app are refused, each with its reason', async () => {
  const strangers = await ageIssuer();
  const own = async (changed: Awaited<ReturnType<typeof ageWallet>>) => {
    const { request } = await begun();
    return { request, vpToken: await changed.answer(request) };
  };
  const { request } = await begun();
  const elsewhere = {
    ...request,
    responseUri: 'https://elsewhere.example/age',
    clientId: 'redirect_uri:https://elsewhere.example/age',
  };
  const cases: Record<string, [string, { request: typeof request; vpToken: string }]> = {
    'a child': ['not over 18', await own(await ageWallet(issuer, { isOver18: false }))],
    'a document that has ended': ['expired', await own(await ageWallet(issuer, { days: -1 }))],
    'an issuer whom nobody trusts': ['untrusted', await own(await ageWallet(strangers))],
    'another document': [
      'unreadable',
      await own(await ageWallet(issuer, { docType: 'org.iso.18013.5.1.mDL' })),
    ],
    'another nonce': [
      'not-bound',
      { request, vpToken: await wallet.answer({ ...request, nonce: 'x'.repeat(43) }) },
    ],
    'another site': ['not-bound', { request, vpToken: await wallet.answer(elsewhere) }],
    'the answer to another request': ['not-bound', { request, vpToken: (await own(wallet)).vpToken }],
    'no JSON': ['unreadable', { request, vpToken: 'x' }],
    'no CBOR': ['unreadable', { request, vpToken: JSON.stringify({ proof_of_age: ['AAAA'] }) }],
    'deeply nested CBOR': [
      'unreadable',
      {
        request,
        vpToken: JSON.stringify({ proof_of_age: [Buffer.alloc(30_000, 0x81).toString('base64url')] }),
      },
    ],
  };
  for (const [name, [reason, { request: answered, vpToken }]] of Object.entries(cases)) {
    const answer = await sendAnswer(answered.responseUri, vpToken);
    assert.deepEqual([answer.statusCode, answer.json().error_description], [400, reason], name);
  }
  const refusal = await app.inject({
    method: 'POST',
    url: new URL(request.responseUri).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'error=access_denied',
  });
  assert.equal(refusal.json().error_description, 'refused by the app');
});

test('a changed answer is refused', async () => {
  const { request } = await begun();
  type Part = Map<string, unknown>;
  const documentOf = (response: Part) => (response.get('documents') as Part[])[0] as Part;
  const signatureOf = (list: unknown) => (list as Uint8Array[])[3] as Uint8Array;
  const cases: Record<string, [string, (response: Part) => void]> = {
    'the device signature': [
      'not-bound',
      (response) => {
        const auth = (documentOf(response).get('deviceSigned') as Part).get('deviceAuth') as Part;
        const signature = signatureOf(auth.get('deviceSignature'));
        signature[0] = (signature[0] ?? 0) ^ 1;
      },
    ],
    'no device signature': [
      'not-bound',
      (response) => {
        (documentOf(response).get('deviceSigned') as Part).set('deviceAuth', new Map());
      },
    ],
    'the issuer’s signature': [
      'tampered',
      (response) => {
        const signature = signatureOf((documentOf(response).get('issuerSigned') as Part).get('issuerAuth'));
        signature[0] = (signature[0] ?? 0) ^ 1;
      },
    ],
    'two documents': [
      'unreadable',
      (response) => {
        response.set('documents', [documentOf(response), documentOf(response)]);
      },
    ],
  };
  for (const [name, [reason, change]] of Object.entries(cases)) {
    const answer = await sendAnswer(request.responseUri, await wallet.answer(request, change));
    assert.deepEqual([answer.statusCode, answer.json().error_description], [400, reason], name);
  }
  const child = await ageWallet(issuer, { isOver18: false });
  const lie = await child.answer(request, (response) => {
    const spaces = (documentOf(response).get('issuerSigned') as Part).get('nameSpaces') as Part;
    const [item] = spaces.get(AGE_DOCUMENT) as { buffer?: Uint8Array; value?: Uint8Array }[];
    const bytes = (item?.buffer ?? item?.value) as Uint8Array;
    // The simple value false of CBOR becomes true.
    const at = bytes.lastIndexOf(0xf4);
    assert.ok(at > 0);
    bytes[at] = 0xf5;
  });
  const answer = await sendAnswer(request.responseUri, lie);
  assert.deepEqual([answer.statusCode, answer.json().error_description], [400, 'tampered']);
});

test('a check ends after ten minutes, and a made-up one never begins', async (t) => {
  const { reader, request } = await begun();
  const vpToken = await wallet.answer(request);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 601_000 });
  assert.equal((await sendAnswer(request.responseUri, vpToken)).json().error_description, 'ended');
  assert.match((await reader.post('/age/done')).body, /<h1>This check has ended<\/h1>/);
  t.mock.timers.reset();
  const made = `${context.publicUrl}/age/answer/zzzzzzz.${'A'.repeat(22)}.${'A'.repeat(22)}`;
  assert.equal((await sendAnswer(made, vpToken)).json().error_description, 'ended');
});

test('a proof ends, and a check leads only to pages of this site', async (t) => {
  const { reader, request } = await begun('https://elsewhere.example/');
  await sendAnswer(request.responseUri, await wallet.answer(request));
  assert.equal((await reader.post('/age/done')).headers.location, '/');
  assert.equal((await reader.get(story)).statusCode, 200);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 38 * 86_400_000 });
  assert.equal((await reader.get(story)).statusCode, 403);
});

test('a form of another site changes nothing', async () => {
  const response = await app.inject({
    method: 'POST',
    url: '/age/forget',
    headers: { ...GERMANY, 'sec-fetch-site': 'cross-site' },
  });
  assert.equal(response.statusCode, 403);
  assert.equal(response.headers['set-cookie'], undefined);
});

test('the page of the check has a neutral title in discreet mode', async () => {
  const plain = await get(story);
  assert.match(plain.body, /<title>Proof of age/);
  const discreet = await get(story, { ...GERMANY, cookie: 'discreet=1' });
  assert.doesNotMatch(/<title>.*<\/title>/.exec(discreet.body)?.[0] ?? '', /age|Nightstand/i);
});
