import '../server-only.ts';
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '#tests/support/test-database.ts';
import { installedPath } from '../runtime/installation.ts';
import { createLogger } from '../runtime/log.ts';
import { namesDefinedIn } from './apply-functions.ts';
import { migrate } from './migrations.ts';

const { context, connectionString } = await testDatabase();
const log = createLogger({ level: 'silent' });
const release = mkdtempSync(join(tmpdir(), 'nightstand-functions-'));
cpSync(installedPath('db'), release, { recursive: true });
const file = (name: string) => join(release, 'functions', name);
after(() => rmSync(release, { recursive: true }));

const start = () => migrate(connectionString, log, { from: release });

async function answer(query: string): Promise<unknown[]> {
  const { rows } = await sql.raw<{ value: unknown }>(query).execute(context.db);
  return rows.map(({ value }) => value);
}

const WRITTEN = `select xmin::text as value from pg_proc where proname in ('act_weight', 'username_skeleton') order by proname`;

test('the functions and triggers of the database are those of the files, each defined once', async () => {
  const defined = readdirSync(installedPath('db/functions')).flatMap((name) =>
    namesDefinedIn(readFileSync(installedPath(`db/functions/${name}`), 'utf8')),
  );
  const functionsFound = await answer(`
    select proname::text as value from pg_proc where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all
    select tgname from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relnamespace = 'public'::regnamespace`);
  assert.ok(defined.length > 100);
  assert.deepEqual(functionsFound.sort(), defined.sort());
  const texts = `
    select case prokind when 'f' then pg_get_functiondef(oid) end as value from pg_proc
      where pronamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1`;
  const before = await answer(texts);
  await sql`truncate function_files`.execute(context.db);
  await start();
  assert.deepEqual(await answer(texts), before, 'a migration has changed a function of a file');
});

test('a changed file is applied at the next start, an unchanged one is not', async () => {
  const before = await answer(WRITTEN);
  assert.equal(before.length, 2);
  await start();
  assert.deepEqual(await answer(WRITTEN), before);
  const text = readFileSync(file('reactions.sql'), 'utf8');
  writeFileSync(file('reactions.sql'), text.replace("when 'upvote' then 1.0", "when 'upvote' then 7.0"));
  await start();
  const after = await answer(WRITTEN);
  assert.notEqual(after[0], before[0]);
  assert.equal(after[1], before[1], 'a function of another file');
  assert.deepEqual(await answer("select act_weight('upvote')::integer as value"), [7]);
});

test('definitions that a file no longer has are dropped, also older signatures and whole files', async () => {
  const names = `select oid::regprocedure::text as value from pg_proc where proname like 'test_%' order by 1`;
  const trigger =
    'create or replace trigger test_trigger after insert on tags execute function test_notice();';
  const notice = `create or replace function test_notice() returns trigger language plpgsql as $$
begin return null; end $$;`;
  const one = (type: string) => `create or replace function test_one(value ${type}) returns ${type}
  language sql return value;`;
  writeFileSync(file('test.sql'), [notice, trigger, one('text')].join('\n\n'));
  await start();
  assert.deepEqual(await answer(names), ['test_notice()', 'test_one(text)']);
  writeFileSync(file('test.sql'), one('integer'));
  await start();
  assert.deepEqual(await answer(names), ['test_one(integer)']);
  rmSync(file('test.sql'));
  await start();
  assert.deepEqual(await answer(names), []);
});

test('a file with a mistake changes nothing, and the site does not start with half of the functions', async () => {
  const before = await answer('select name || checksum as value from function_files order by 1');
  writeFileSync(file('authors.sql'), '-- Everything of this file is gone.\n');
  writeFileSync(file('tags.sql'), 'create function test_mistake() returns nothing;');
  await assert.rejects(start(), /no language specified/);
  assert.deepEqual(await answer('select name || checksum as value from function_files order by 1'), before);
  assert.deepEqual(
    await answer("select count(*)::integer as value from pg_proc where proname = 'browse_totals_add'"),
    [1],
  );
});

test('processes that start together apply the files once', async () => {
  cpSync(installedPath('db/functions'), join(release, 'functions'), { recursive: true });
  await sql`truncate function_files`.execute(context.db);
  await Promise.all([start(), start(), start()]);
  assert.deepEqual(
    await answer('select name as value from function_files order by name'),
    readdirSync(installedPath('db/functions')).sort(),
  );
});
