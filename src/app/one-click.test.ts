import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subscriberToken } from '#features/newsletter/service/links.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { hashOfToken } from '#platform/security/token.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { urls } from '#urls.ts';
import { builtRenderer } from './built-renderer.ts';

const { context } = await testDatabase();
const { db, signer } = context;
const renderer = await builtRenderer(installedPath('dist'));
const app = await testServer(context, { renderer });

async function subscribe(email: string): Promise<string> {
  const token = subscriberToken(signer, email);
  await db
    .insertInto('newsletter_subscribers')
    .values({
      ...{ email, token_hash: hashOfToken(token) },
      ...{ new_stories: true, featured_authors: true, weekly_updates: true },
    })
    .execute();
  return token;
}

async function isSubscribed(email: string): Promise<boolean> {
  const outboxMail = await db
    .selectFrom('newsletter_subscribers')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  return outboxMail !== undefined;
}

const urlencoded = 'application/x-www-form-urlencoded';
const oneClick = 'List-Unsubscribe=One-Click';

function post(url: string, payload?: string, type: string | undefined = urlencoded) {
  const headers = type === undefined ? {} : { 'content-type': type };
  return app.inject({ method: 'POST', url, headers, ...(payload === undefined ? {} : { payload }) });
}

// Interface, Newsletter: The one-click header of RFC 8058 unsubscribes
test('a reader presses the button of their mail program and is unsubscribed, without a cookie or a redirect', async () => {
  const multipart =
    '--x--y\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--y--\r\n';
  const ways: [string, string][] = [
    [urlencoded, oneClick],
    [`${urlencoded}; charset=UTF-8`, oneClick],
    ['multipart/form-data; boundary=x--y', multipart],
  ];
  for (const [at, [type, payload]] of ways.entries()) {
    const email = `reader${at}@example.org`;
    const url = urls.newsletterUnsubscribe(await subscribe(email));
    const answer = await post(url, payload, type);
    assert.equal(answer.statusCode, 200, type);
    assert.match(answer.body, /You are unsubscribed/);
    assert.equal(answer.headers['set-cookie'], undefined);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(await isSubscribed(email), false, type);
    // Mail programs retry when an answer is lost.
    assert.equal((await post(url, payload, type)).statusCode, 200, type);
  }
});

test('opening the address never unsubscribes, however often and with whatever in it', async () => {
  const email = 'opener@example.org';
  const token = await subscribe(email);
  const addresses = [
    urls.newsletterUnsubscribe(token),
    `${urls.newsletterUnsubscribe(token)}&${oneClick}`,
    urls.newsletterPreferences(token),
    `/api/newsletter/unsubscribe/${token}`,
  ];
  for (const url of addresses) {
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
      const { statusCode, body } = await app.inject({ method, url });
      assert.ok(statusCode < 500 && statusCode !== 302, `${method} ${url}: ${statusCode}`);
      // The page knows that there is a link, but not which.
      assert.ok(!body.includes(token), url);
    }
  }
  assert.equal(await isSubscribed(email), true);
});

test('anything but the form of the standard, and any token that is not ours, changes nothing', async () => {
  const email = 'stays@example.org';
  const token = await subscribe(email);
  const url = urls.newsletterUnsubscribe(token);
  const refused: [string | undefined, string | undefined, number][] = [
    [undefined, undefined, 422],
    ['', urlencoded, 422],
    ['List-Unsubscribe=Two-Clicks', urlencoded, 422],
    ['list-unsubscribe=one-click', urlencoded, 422],
    [oneClick, 'multipart/form-data', 422],
    [oneClick, 'multipart/form-data; boundary=', 422],
    ['--x\r\n', 'multipart/form-data; boundary=x', 422],
    [`${oneClick}&x=${'y'.repeat(5000)}`, urlencoded, 413],
    ['{"List-Unsubscribe":"One-Click"}', 'application/json', 415],
    [oneClick, 'text/plain', 415],
    [oneClick, 'nonsense', 415],
  ];
  for (const [payload, type, status] of refused) {
    const answer = await app.inject({
      method: 'POST',
      url,
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
      ...(payload === undefined ? {} : { payload }),
    });
    assert.equal(answer.statusCode, status, `${type} ${payload?.slice(0, 40)}`);
  }
  for (const odd of [
    '',
    '?token=',
    '?token=a&token=b',
    '?token=%00',
    `?token=${token}x`,
    `?token=${'a'.repeat(5000)}`,
    `?TOKEN=${token}`,
  ]) {
    const { statusCode } = await post(urls.newsletterUnsubscribe() + odd, oneClick);
    assert.ok([400, 422].includes(statusCode), `${odd}: ${statusCode}`);
  }
  assert.equal(await isSubscribed(email), true);
});

test('no other address takes a form', async () => {
  const token = await subscribe('elsewhere@example.org');
  for (const url of [
    '/api/newsletter/subscribe',
    `/api/newsletter/unsubscribe/${token}`,
    '/api/account/legal/takedown',
    '/api/accounts/login',
    urls.newsletterPreferences(token),
    urls.newsletterConfirm(token),
  ]) {
    for (const [type, payload] of [
      [urlencoded, `${oneClick}&email=a@example.org`],
      ['multipart/form-data; boundary=x', '--x--\r\n'],
    ]) {
      const { statusCode } = await post(url, payload, type);
      assert.equal(statusCode, url.startsWith('/api') ? 415 : 405, `${url} ${type}`);
    }
  }
  assert.equal(await isSubscribed('elsewhere@example.org'), true);
});
