import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { freePort } from '#platform/http/free-port.ts';
import { postmasterOf } from '#tests/support/postmaster.ts';
import { children, isAlive, newFolder, root, run, type SiteProcess } from '#tests/support/site-process.ts';
import { signedIn } from './support/signed-in-person.ts';
import { testDatabase } from './support/test-database.ts';

interface Site extends SiteProcess {
  url: string;
}

async function startSite(env: Record<string, string>): Promise<Site> {
  const port = await freePort('127.0.0.1');
  const site = { ...run({ PORT: String(port), ...env }), url: `http://127.0.0.1:${port}` };
  for (;;) {
    const isReady = await fetch(`${site.url}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return site;
    assert.equal(site.child.exitCode, null, site.output());
    await sleep(50);
  }
}

async function stop(site: Site, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  const exited = once(site.child, 'exit');
  site.child.kill(signal);
  const [code] = await exited;
  return code;
}

const listedTotal = async (site: Site): Promise<number> =>
  (await (await fetch(`${site.url}/api/stories`)).json()).data.pagination.total;

// Interface, Running: npm start serves site and API on one port, and is ready when /healthz answers 200
// Interface, Running: Without DATABASE_URL the site has a PostgreSQL of its own under DATA_DIR/db, started and stopped with it
// Interface, Running: A second start on the same folder is refused with one clear line
// Interface, Running: SAMPLE_LIBRARY fills an empty embedded database once
// Interface, Security, law, operations: A public site lists the missing operator settings at every start
test('everything is there again after a stop and another start', async () => {
  const DATA_DIR = newFolder();
  const first = await startSite({ DATA_DIR });
  assert.ok((await listedTotal(first)) >= 12);
  const postmaster = postmasterOf(DATA_DIR);

  const second = run({ DATA_DIR, PORT: String(await freePort('127.0.0.1')) });
  const [code] = await once(second.child, 'exit');
  assert.equal(code, 1);
  assert.equal(second.output().trim().split('\n').length, 1, second.output());
  assert.match(second.output(), new RegExp(`in use by another Nightstand \\(process ${first.child.pid}\\)`));

  assert.equal(await stop(first), 0, first.output());
  assert.equal(isAlive(postmaster), false, 'the database is stopped with the site');
  assert.doesNotMatch(first.output(), /OPERATOR_/, 'a site on this machine has nobody to name');
  const again = await startSite({
    DATA_DIR,
    PUBLIC_URL: 'https://stories.example',
    OPERATOR_NAME: 'Night Press',
  });
  assert.ok((await listedTotal(again)) >= 12);
  assert.equal(await stop(again, 'SIGINT'), 0, again.output());
  const third = await startSite({ DATA_DIR });
  assert.equal(await stop(third, 'SIGHUP'), 0, third.output());
  assert.equal(existsSync(join(DATA_DIR, 'db', 'postmaster.pid')), false, 'a closed terminal stops both');
  const warnings = again
    .output()
    .split('\n')
    .filter((line) => line.includes('OPERATOR_ADDRESS'));
  assert.equal(warnings.length, 1, again.output());
  assert.match(warnings[0] ?? '', /OPERATOR_ADDRESS, OPERATOR_EMAIL, OPERATOR_COUNTRY, DMCA_AGENT/);
  assert.doesNotMatch(warnings[0] ?? '', /OPERATOR_NAME/);
});

test('a book imported while the site runs is visible at once', async () => {
  const DATA_DIR = newFolder();
  const site = await startSite({ DATA_DIR });
  const before = await listedTotal(site);
  const book = join(root, 'db/sample-library/stories/the-introduction.json');
  const tool = run({ DATA_DIR }, 'scripts/import-book.ts', [book, '--author', 'a-press']);
  const [code] = await once(tool.child, 'exit');
  assert.equal(code, 0, tool.output());
  assert.match(
    tool.output(),
    /created the account a-press\nimported "The Introduction": .*\/story\/the-introduction-2/,
  );
  assert.equal(await listedTotal(site), before + 1);

  for (const [args, message] of [
    [[], /^usage: npm run import/],
    [['/nowhere.json', '--author', 'x-y-z'], /^\/nowhere.json can't be read: ENOENT/],
    [['package.json', '--author', 'x-y-z'], /Nothing was imported: \d+ to fix in package.json/],
    [[book, '--author', 'no good'], /^Nothing was imported: Username must be/],
  ] as const) {
    const wrong = run({ DATA_DIR }, 'scripts/import-book.ts', [...args]);
    const [status] = await once(wrong.child, 'exit');
    assert.equal(status, 1);
    assert.match(wrong.output(), message);
    assert.doesNotMatch(wrong.output(), /\n\s+at /);
  }
  assert.equal(await stop(site), 0, site.output());
});

test('the next start after kill -9 of the site, or of site and database, needs no repair', async () => {
  const DATA_DIR = newFolder();
  const first = await startSite({ DATA_DIR });
  const total = await listedTotal(first);
  const postmaster = postmasterOf(DATA_DIR);
  await stop(first, 'SIGKILL');
  assert.equal(isAlive(postmaster), true);

  const adopting = await startSite({ DATA_DIR });
  assert.equal(postmasterOf(DATA_DIR), postmaster, 'the living database is taken over');
  assert.equal(await listedTotal(adopting), total);

  process.kill(postmaster, 'SIGKILL');
  await stop(adopting, 'SIGKILL');
  const recovered = await startSite({ DATA_DIR });
  assert.equal(await listedTotal(recovered), total);
  assert.equal(await stop(recovered), 0, recovered.output());
  assert.equal(existsSync(join(DATA_DIR, 'db/postmaster.pid')), false);
});

// Interface, Running: DATABASE_URL is an outside PostgreSQL
// Interface, Running: SAMPLE_LIBRARY never touches an outside database
test('an external PostgreSQL gets no sample library, and no embedded database is started', async () => {
  const DATA_DIR = newFolder();
  const { connectionString } = await testDatabase();
  const site = await startSite({ DATA_DIR, DATABASE_URL: connectionString });
  assert.equal(await listedTotal(site), 0);
  assert.equal(existsSync(join(DATA_DIR, 'db')), false);
  const home = await (await fetch(site.url)).text();
  assert.match(home, /No stories found/);
  assert.equal(await stop(site), 0, site.output());
});

// Interface, Running: npm run role gives somebody the role moderator, admin or user
test('the operator gives a role by a command', async () => {
  const { connectionString, context } = await testDatabase();
  await signedIn(context, 'Ada-Keeps');
  const env = { DATA_DIR: newFolder(), DATABASE_URL: connectionString };
  const give = async (...args: string[]) => {
    const tool = run(env, 'scripts/give-role.ts', args);
    const [code] = await once(tool.child, 'exit');
    return `${code} ${tool.output().trim()}`;
  };
  for (const role of ['moderator', 'admin', 'user']) {
    assert.equal(await give('ada-keeps', role), `0 Ada-Keeps is now ${role}`);
    const row = await context.db.selectFrom('accounts').select('role').executeTakeFirstOrThrow();
    assert.equal(row.role, role);
  }
  assert.match(await give('ada-keeps', 'owner'), /^1 usage: npm run role -- <username> </);
  assert.match(await give('nobody-here', 'admin'), /^1 .*nobody-here/);
});

// Interface, Running: An outside PostgreSQL older than 15 is refused
test('a PostgreSQL that is too old is refused in one line', async () => {
  const { connectionString, context } = await testDatabase();
  // The name of the built-in function leads to this one, which tells of an older server.
  await sql`create function public.current_setting(text) returns text language sql
    as $$ select case $1 when 'server_version_num' then '140011' else pg_catalog.current_setting($1) end $$`.execute(
    context.db,
  );
  const { pathname } = new URL(connectionString);
  await sql`alter database ${sql.raw(pathname.slice(1))} set search_path = public, pg_catalog`.execute(
    context.db,
  );
  const old = run({ DATA_DIR: newFolder(), DATABASE_URL: connectionString });
  const [code] = await once(old.child, 'exit');
  assert.equal(code, 1);
  assert.match(old.output(), /DATABASE_URL points to PostgreSQL 14; it has to be 15 or newer\n$/);
});

// Interface, Running: A wrong value stops the start with one line that names the variable, its value and what it takes
test('an invalid setting stops the start with one line that names it', async () => {
  const wrong = run({ PORT: 'eighty', TRUST_PROXY: '1', SECRET: 'short', DATA_DIR: newFolder() });
  const [code] = await once(wrong.child, 'exit');
  assert.equal(code, 1);
  const lines = wrong.output().trim().split('\n');
  assert.equal(lines.length, 3, wrong.output());
  for (const name of ['PORT', 'TRUST_PROXY', 'SECRET'])
    assert.ok(
      lines.some((line) => line.startsWith(name)),
      name,
    );
  assert.doesNotMatch(wrong.output(), /short$/m);

  const occupant = createServer().listen(0, '127.0.0.1');
  await once(occupant, 'listening');
  const address = occupant.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { connectionString } = await testDatabase();
  const busy = run({ PORT: String(port), DATA_DIR: newFolder(), DATABASE_URL: connectionString });
  const [busyCode] = await once(busy.child, 'exit');
  occupant.close();
  assert.equal(busyCode, 1);
  assert.match(
    busy.output().trim().split('\n').at(-1) ?? '',
    new RegExp(`^PORT ${port} on 127.0.0.1 cannot be used`),
  );
});

test('requests under way are finished before the site ends', async () => {
  const site = await startSite({ DATA_DIR: newFolder() });
  const answers = Array.from({ length: 40 }, () => fetch(`${site.url}/`).then((answer) => answer.text()));
  await Promise.race(answers);
  const code = stop(site);
  for (const html of await Promise.all(answers)) assert.match(html, /<\/html>\s*$/);
  assert.equal(await code, 0, site.output());
});

// Interface, Running: DATA_DIR is ./data, and holds everything that the site writes by itself
test('an unprivileged user runs the site in their own folder', async () => {
  if (process.getuid?.() !== 0) {
    // The other tests here already run as such a user.
    assert.notEqual(process.getuid?.(), 0);
    return;
  }
  // The user gets a readable copy, because the checkout belongs to root.
  const home = newFolder();
  execFileSync('chown', ['nobody', home]);
  const copy = join(home, 'nightstand');
  cpSync(root, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) =>
      !/\/(?:\.git|data|vnu-jar|playwright-core|@biomejs|typescript)(?:\/|$)/.test(
        path.slice(root.length - 1),
      ),
  });
  execFileSync('chown', ['-R', 'nobody', copy]);
  const port = await freePort('127.0.0.1');
  const DATA_DIR = join(home, 'data');
  const child = spawn(
    'setpriv',
    [
      '--reuid=nobody',
      '--regid=nogroup',
      '--clear-groups',
      join(copy, 'node_modules/.bin/node'),
      'dist/site/main.js',
    ],
    {
      cwd: copy,
      env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  children.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (text += data));
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    assert.equal(child.exitCode, null, text);
    await sleep(50);
  }
  assert.ok((await listedTotal({ child, url, output: () => text })) >= 12);
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  assert.deepEqual((await exited)[0], 0, text);
});
