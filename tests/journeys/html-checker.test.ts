import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startAgeSite } from '#tests/support/age-site.ts';
import { get, startSite } from '#tests/support/running-site.ts';
import { agePages, allAddresses } from './addresses.ts';
import { fillFixtures } from './fixtures.ts';

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
const site = await startSite({ fill: fillFixtures });
after(() => site.stop());

test('every page is valid HTML', async () => {
  const addresses = await allAddresses(site);
  const pathOf = new Map<string, string>();
  for (const [at, { path, status }] of addresses.entries()) {
    const answer = await get(site, path);
    assert.equal(answer.status, status, path);
    pathOf.set(`${at}.html`, path);
    await writeFile(join(folder, `${at}.html`), answer.text);
  }
  const { site: ageSite } = await startAgeSite();
  after(() => ageSite.stop());
  for (const { name, path, status } of agePages) {
    const answer = await get(ageSite, path);
    assert.equal(answer.status, status, path);
    pathOf.set(`${name}.html`, name);
    await writeFile(join(folder, `${name}.html`), answer.text);
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
  const findings = messages.map(({ type, url = '', lastLine, message, extract = '' }) => {
    const page = pathOf.get(basename(url)) ?? url;
    return { page, text: `${page} line ${lastLine}: ${type}: ${message} ${extract}` };
  });
  assert.ok(findings.some(({ page }) => page === 'mistaken'));
  assert.deepEqual(
    findings.filter(({ page }) => page !== 'mistaken').map(({ text }) => text),
    [],
  );
});
