import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DEFAULT_SITE_NAME, siteName } from '#base/site-name.ts';
import { listenForInvalidation } from '#platform/database/cache-invalidation.ts';
import { createResponseCache } from '#platform/http/response-cache.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase, testSettings } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import type { Setting, SettingName } from './contract.ts';
import { settingMessages } from './contract.ts';
import { liveSettingsOf } from './service/live-values.ts';

const { context, connectionString } = await testDatabase();
const cache = createResponseCache({ maxBytes: 2 ** 20, freshMilliseconds: 20_000 });
context.settings.onChange(() => cache.clear());
const app = await testServer(context, { cache });
const request = await createRequester(app);
const ada = await signedIn(context, 'ada-keeps', { role: 'admin' });
const bea = await signedIn(context, 'bea-keeps', { role: 'admin' });
const mod = await signedIn(context, 'mo-moderates', { role: 'moderator' });

async function settingOf(name: SettingName): Promise<Setting> {
  const { data } = await request('GET /moderation/settings', { token: ada.token });
  const found = (data as { settings: Setting[] }).settings.find((each) => each.name === name);
  assert.ok(found);
  return found;
}

async function change(name: SettingName, value: string | null, by = ada, revision?: number) {
  const known = revision ?? (await settingOf(name)).revision;
  return request(`PUT /moderation/settings/${name}`, { token: by.token, body: { value, revision: known } });
}

async function changes() {
  const { data } = await request('GET /moderation/settings/changes', { token: ada.token });
  return (
    data as {
      changes: {
        name: string;
        from: string;
        to: string;
        changed_by: string;
        is_latest: boolean;
        revision: number;
      }[];
    }
  ).changes;
}

test('only admins see and change the settings', async () => {
  assert.equal((await request('GET /moderation/settings', { token: mod.token })).status, 404);
  assert.equal((await change('site_name', 'Moonlit', mod, 0)).status, 404);
  assert.equal((await settingOf('site_name')).value, DEFAULT_SITE_NAME);
});

test('a preview is what the page would show, and stores nothing', async () => {
  const preview = (text: string) =>
    request('POST /moderation/settings/preview', { token: ada.token, body: { text } });
  const { status, data } = await preview(
    '## Ours\r\n\r\nBe *kind*. <script>alert(1)</script><b onclick="x()">Yes</b>',
  );
  assert.equal(status, 200);
  assert.match(data.html, /<h2>Ours<\/h2>/);
  assert.match(data.html, /<em>kind<\/em>/);
  assert.doesNotMatch(data.html, /script|onclick/);
  assert.equal((await settingOf('text_terms')).revision, 0);
  for (const wrong of ['', ' \u200b ', 'x'.repeat(60_001)]) {
    const { status, error } = await preview(wrong);
    assert.equal(status, 422);
    assert.ok(error?.fields?.text, 'the field is named');
  }
});

test('an admin names the site, and feeds, manifest and description say so at once', async () => {
  assert.equal((await change('site_name', '  Moonlit   Press ')).status, 200);
  assert.equal(siteName(), 'Moonlit Press');
  const text = async (url: string) => (await app.inject({ url })).body;
  for (const url of ['/manifest.webmanifest', '/feed.xml', '/api/openapi.json', '/opensearch.xml', '/opds'])
    assert.match(await text(url), /Moonlit Press/, url);
  assert.deepEqual(
    (await changes()).map(({ name, from, to, changed_by }) => ({ name, from, to, changed_by })),
    [{ name: 'site_name', from: null, to: 'Moonlit Press', changed_by: 'ada-keeps' }],
  );
  assert.equal((await change('site_name', null)).status, 200);
  assert.equal(siteName(), DEFAULT_SITE_NAME);
});

test('the second of two admins who change a setting at once is told', async () => {
  const { revision } = await settingOf('exit_url');
  assert.equal((await change('exit_url', 'https://example.org/a', ada, revision)).status, 200);
  const late = await change('exit_url', 'https://example.org/b', bea, revision);
  assert.deepEqual([late.status, late.message], [409, settingMessages.conflict]);
  assert.equal((await settingOf('exit_url')).value, 'https://example.org/a');
  const both = await Promise.all(
    ['c', 'd'].map((page) => change('exit_url', `https://example.org/${page}`, bea, revision + 1)),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await change('exit_url', 'https://example.org/e', ada, revision + 9)).status, 409);
});

test('Quick exit leads to the new address at once', async () => {
  await change('exit_url', 'https://example.org/dull');
  assert.equal((await app.inject({ url: '/exit' })).headers.location, 'https://example.org/dull');
});

test('the latest change of a setting can be undone, an earlier one no more', async () => {
  const undo = (revision: number) =>
    request('POST /moderation/settings/registration/undo', { token: bea.token, body: { revision } });
  await change('registration', 'closed');
  await change('registration', 'invite');
  assert.equal((await undo(1)).status, 409);
  assert.equal((await undo(2)).status, 200);
  assert.equal((await settingOf('registration')).value, 'closed');
  assert.equal((await undo(3)).status, 200);
  assert.equal((await settingOf('registration')).value, 'invite');
  assert.equal((await undo(0)).status, 404);
  const ways = await request('GET /auth/ways');
  assert.equal((ways.data as { registration: string }).registration, 'invite');
  await change('registration', null);
  const list = (await changes()).filter(({ name }) => name === 'registration');
  assert.deepEqual(
    list.map(({ revision, is_latest }) => [revision, is_latest]),
    [5, 4, 3, 2, 1].map((revision) => [revision, revision === 5]),
  );
});

test('a value is stored in one form, and saving it again changes nothing unless somebody else has', async () => {
  const before = await settingOf('member_comments');
  assert.deepEqual([before.source, before.value], ['release', before.default_value]);
  const { data } = await change('member_comments', ' 0120 ');
  assert.deepEqual([data.value, data.source, data.default_value], ['120', 'here', before.default_value]);
  assert.equal((await change('sign_up_seconds', '08')).data.value, '8');
  await change('sign_up_seconds', null);
  assert.equal((await change('member_comments', '120', bea, data.revision)).data.revision, data.revision);
  assert.equal((await change('member_comments', '120', bea, data.revision - 1)).status, 409);
  await change('accent_paper', '#1D4ED8');
  assert.equal(context.settings.values.accent?.paper, '1d4ed8');
  await change('accent_paper', null);
});

test('a Persian name keeps the joiner that its letters need', async () => {
  await change('site_name', 'کتاب\u200cهای شب');
  assert.equal((await settingOf('site_name')).value, 'کتاب\u200cهای شب');
  await change('site_name', null);
});

test('bad values are refused with the reason', async () => {
  const cases: [SettingName, string, RegExp][] = [
    ['site_name', ' ', /Name is required/],
    ['site_name', 'x'.repeat(41), /at most 40/],
    ['site_name', 'A <b>', /neither line breaks/],
    ['site_name', '* * *', /neither line breaks/],
    ['site_name', 'The "Lamp"', /neither line breaks/],
    ['exit_url', 'javascript:alert(1)', /Exit address must/],
    ['exit_url', `https://example.org/${'x'.repeat(500)}`, /Exit address must/],
    ['terms_asked_since', '2026-02-30', /at most a year/],
    ['terms_asked_since', '2999-01-01', /at most a year/],
    ['exit_url', 'https://u:p@example.org/', /Exit address must/],
    ['registration', 'sometimes', /Choose one/],
    ['sign_up_seconds', '61', /0 to 60/],
    ['sign_up_seconds', '-1', /0 to 60/],
    ['new_account_stories', '0', /^Stories a day from a new account must be a whole number from 1 to 20$/],
    ['guest_reports', '2.5', /^Reports a day without .* from 1 to 1,000$/],
    ['stranger_requests', '', /^Requests by strangers an hour must be/],
    ['accent_paper', 'red', /such as #8a5200/],
    ['accent_paper', '#6a6a6a', /has a contrast of 4\.3/],
    [
      'accent_paper',
      '#e6a94f',
      /Accent on Paper has a contrast of 1\.\d\d to 1 on the ground #eee5d4\. It needs 4\.5 to 1; choose a darker/,
    ],
    [
      'accent_lamp',
      '#8a5200',
      /Accent by Lamp has a contrast of \d\.\d\d to 1 on the ground #1f1913\. .* lighter/,
    ],
    ['text_terms', ' \n ', /Text is required/],
    ['text_terms', '&nbsp;\n\n&#8203;\n\n---', /Text is required/],
    ['text_terms', 'a'.repeat(60_001), /at most 60,000/],
    ['text_terms', '<script>alert(1)</script>', /could not be read/],
  ];
  for (const [name, value, reason] of cases) {
    const answer = await change(name, value);
    assert.equal(answer.status, 422, `${name}: ${value.slice(0, 30)}`);
    assert.match(String(answer.error?.fields?.value), reason);
  }
});

test('the longest name and exit address and the longest wait are taken', async () => {
  const exit = 'https://example.org/';
  for (const [name, value] of [
    ['site_name', 'x'.repeat(40)],
    ['exit_url', exit.padEnd(500, 'x')],
    ['sign_up_seconds', '60'],
  ] as const) {
    const { status, data } = await change(name, value);
    assert.deepEqual([status, data.value], [200, value]);
    await change(name, null);
  }
});

test('an own text replaces that of a legal page, cleaned, until the shipped one is wanted back', async () => {
  const text = async () =>
    (await request('GET /site/texts/terms')).data as { text: { content: string } | null };
  assert.equal((await text()).text, null);
  await change(
    'text_terms',
    '## House rules\n\nBe *kind*. <img src=x onerror=alert(1)><script>alert(1)</script>',
  );
  const own = (await text()).text?.content ?? '';
  assert.match(own, /<h2>House rules<\/h2>/);
  assert.match(own, /<em>kind<\/em>/);
  assert.doesNotMatch(own, /script|onerror/);
  await change('text_terms', null);
  assert.equal((await text()).text, null);
});

test('a text is cleaned once; one that cannot be cleaned leaves the shipped one in its place', async () => {
  await change('text_terms', 'Be *kind*.');
  let count = 0;
  const clean: typeof context.cleaner.clean = async (...given) => {
    count += 1;
    return context.cleaner.clean(...given);
  };
  const log = { ...context.log, warn: () => {} };
  const other = liveSettingsOf({ ...context, cleaner: { ...context.cleaner, clean } }, testSettings, []);
  for (const _ of ['once', 'twice']) await other.reload();
  assert.deepEqual([Object.keys(other.values.ownTexts), count], [['terms'], 1]);
  const busy = { ...context.cleaner, clean: () => Promise.reject(new Error('busy')) };
  const failing = liveSettingsOf({ ...context, log, cleaner: busy }, testSettings, []);
  await failing.reload();
  assert.deepEqual(failing.values.ownTexts, {});
  await change('text_terms', null);
});

test('another process hears of a change by itself', async () => {
  const other = liveSettingsOf(context, testSettings, []);
  await other.reload();
  const changed = Promise.withResolvers<void>();
  const listener = listenForInvalidation(connectionString, [other], context.log);
  after(() => listener.stop());
  other.onChange(() => changed.resolve());
  await change('sign_up_seconds', '7');
  await changed.promise;
  assert.equal(other.values.signUpSeconds, 7);
});

test('an accent has an address of its own, and a wrong one is not found', async () => {
  const answer = await app.inject({ url: '/accent/1d4ed8-8fb7ff.css' });
  assert.equal(answer.statusCode, 200);
  assert.match(String(answer.headers['cache-control']), /immutable/);
  assert.match(answer.body, /--amber: light-dark\(#1d4ed8, #8fb7ff\);/);
});
