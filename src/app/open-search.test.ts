import assert from 'node:assert/strict';
import { test } from 'node:test';
import { installedPath } from '#platform/runtime/installation.ts';
import { PUBLIC_URL, testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fileUrls, urls } from '#urls.ts';
import { builtRenderer } from './built-renderer.ts';

const { context } = await testDatabase();
const renderer = await builtRenderer(installedPath('dist'));
const app = await testServer(context, { renderer });

test('a browser can offer the site’s search in its own address bar', async () => {
  const { headers, body } = await app.inject(fileUrls.openSearch());
  assert.match(String(headers['content-type']), /^application\/opensearchdescription\+xml/);
  const template = /<Url type="text\/html" template="([^"]+)"\/>/.exec(body)?.[1] ?? '';
  assert.ok(template.startsWith(`${PUBLIC_URL}/`), template);
  const address = new URL(template.replace('{searchTerms}', encodeURIComponent('two words')));
  const { statusCode, body: page } = await app.inject(address.pathname + address.search);
  assert.equal(statusCode, 200);
  assert.match(page, /value="two words"/);
});

test('every page names the description of the search, also those that show what went wrong', async () => {
  const link = `<link rel="search" type="application/opensearchdescription+xml" href="${fileUrls.openSearch()}"`;
  for (const path of [urls.home(), urls.search(), fileUrls.apiDocs(), '/no/such/page']) {
    assert.ok((await app.inject(path)).body.includes(link), path);
  }
  const refused = await app.inject({ method: 'POST', url: urls.home() });
  assert.equal(refused.statusCode, 405);
  assert.ok(refused.body.includes(link));
});
