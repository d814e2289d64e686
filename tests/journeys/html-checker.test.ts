import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { get, startSite } from '#tests/support/running-site.ts';
import { everyAddress } from './addresses.ts';
import { fillShelf } from './fixtures.ts';

interface CheckerMessage {
  type: string;
  url?: string;
  lastLine?: number;
  message: string;
  extract?: string;
}

const checker = fileURLToPath(new URL('../../node_modules/vnu-jar/build/dist/vnu.jar', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'nightstand-html-'));
after(() => rm(folder, { recursive: true, force: true }));
const site = await startSite({ fill: fillShelf });
after(() => site.stop());

test('a browser that goes by the HTML standard finds nothing to mend on any page', async () => {
  const addresses = await everyAddress(site);
  const pathOf = new Map<string, string>();
  for (const [at, { path, status }] of addresses.entries()) {
    const answer = await get(site, path);
    assert.equal(answer.status, status, path);
    pathOf.set(`${at}.html`, path);
    await writeFile(join(folder, `${at}.html`), answer.text);
  }
  // A control with a known mistake, so that silence has a meaning.
  pathOf.set('mistaken.html', 'mistaken');
  await writeFile(
    join(folder, 'mistaken.html'),
    '<!doctype html><html lang="en"><title>x</title><p><img src="x">',
  );

  const files = [...pathOf.keys()].map((name) => join(folder, name));
  const { stderr, error } = spawnSync(
    'java',
    ['-jar', checker, '--format', 'json', '--errors-only', ...files],
    {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  assert.equal(error, undefined);
  const { messages } = JSON.parse(stderr) as { messages: CheckerMessage[] };
  const found = messages.map(({ type, url = '', lastLine, message, extract = '' }) => {
    const page = pathOf.get(basename(url)) ?? url;
    return { page, text: `${page} line ${lastLine}: ${type}: ${message} ${extract}` };
  });
  assert.ok(found.some(({ page }) => page === 'mistaken'));
  assert.deepEqual(
    found.filter(({ page }) => page !== 'mistaken').map(({ text }) => text),
    [],
  );
});
