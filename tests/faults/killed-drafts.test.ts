import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { getDraft, putDraft } from '#features/drafts/contract.ts';
import { postmasterOf } from '#tests/support/postmaster.ts';
import { startSite } from '#tests/support/running-site.ts';
import type { SignedInPerson } from '#tests/support/signed-in-person.ts';
import { newWriters } from './writers.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'nightstand-drafts-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));
const start = (fill?: Parameters<typeof startSite>[0]) =>
  startSite({ dataDir, env: { SAMPLE_LIBRARY: 'off' }, ...fill });

interface Typed {
  person: SignedInPerson;
  sent: number;
  acknowledged: number;
}

const textOf = (number: number) => `<p>${'The lamp was lit. '.repeat(500)}${number}</p>`;

test('every draft that the site has confirmed is there after kill -9, and none is half of two', async () => {
  let authors: Typed[] = [];
  let site = await start({
    fill: async (context) => {
      authors = (await newWriters(context, 6)).map((person) => ({ person, sent: 0, acknowledged: 0 }));
    },
  });
  for (const withDatabase of [false, true]) {
    let isOver = false;
    const before = Math.max(...authors.map(({ acknowledged }) => acknowledged));
    const typing = authors.map(async (author) => {
      while (!isOver) {
        author.sent += 1;
        await site.call(
          putDraft,
          { place: 'create-story', title: `Text ${author.sent}`, content: textOf(author.sent) },
          author.person.token,
        );
        author.acknowledged = author.sent;
      }
    });
    const ended = Promise.all(
      typing.map((one) =>
        one.catch((error: Error) => assert.ok(isOver || error.name === 'TypeError', String(error))),
      ),
    );
    while (authors.some(({ acknowledged }) => acknowledged < before + 3)) await pause(5);
    const exited = once(site.child, 'exit');
    if (withDatabase) process.kill(postmasterOf(dataDir), 'SIGKILL');
    site.child.kill('SIGKILL');
    await exited;
    isOver = true;
    await ended;
    site = await start();
    for (const { person, sent, acknowledged } of authors) {
      const stored = await site.call(getDraft, { place: 'create-story' }, person.token);
      const number = Number(String(stored.title).replace('Text ', ''));
      assert.ok(
        number >= acknowledged && number <= sent,
        `${number}, confirmed ${acknowledged}, sent ${sent}`,
      );
      assert.equal(stored.content, textOf(number));
    }
  }
  await site.stop();
});
