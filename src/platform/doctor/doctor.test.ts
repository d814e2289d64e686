import '../server-only.ts';
import assert from 'node:assert/strict';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { ageIssuer } from '#tests/support/age-wallet.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { freePort } from '../http/free-port.ts';
import { checkAddress } from './check-address.ts';
import { checkAge } from './check-age.ts';
import { checkDatabase } from './check-database.ts';
import { checkMailServer } from './check-mail-server.ts';
import { checkSettings } from './check-settings.ts';
import { checkBackups, checkDisk } from './check-storage.ts';
import { type Finding, findingText } from './finding.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;
const folder = await mkdtemp(join(tmpdir(), 'nightstand-doctor-'));
after(() => rm(folder, { recursive: true }));

const publicSite: Parameters<typeof checkSettings>[0] = {
  publicUrl: 'https://stories.example.org',
  nodeEnv: 'production',
  rateLimits: true,
  trustProxy: ['127.0.0.1'],
  operatorSettingsMissing: [],
  mistyped: [],
};

const statesOf = (findings: Finding[]) => findings.map(({ subject, state }) => `${subject}: ${state}`);

test('settings of a public site are right', () => {
  assert.deepEqual(statesOf(checkSettings(publicSite)), ['Settings: fine']);
});

test('a public site without its proxy, limits or operator has a problem for each', () => {
  const findings = checkSettings({
    ...publicSite,
    rateLimits: false,
    trustProxy: [],
    operatorSettingsMissing: ['OPERATOR_NAME'],
  });
  for (const name of ['TRUST_PROXY', 'RATE_LIMITS', 'OPERATOR_NAME'])
    assert.ok(
      findings.some(({ state, text }) => state === 'problem' && text.includes(name)),
      name,
    );
  const plain = checkSettings({ ...publicSite, publicUrl: 'http://stories.example.org' });
  assert.match(plain[0]?.text ?? '', /in clear/);
  const local = checkSettings({ ...publicSite, publicUrl: 'http://localhost:3000' });
  assert.deepEqual(statesOf(local), ['Settings: advice']);
  const mistyped = [{ variable: 'SMPT_URL', setting: 'SMTP_URL' }];
  assert.match(checkSettings({ ...publicSite, mistyped })[0]?.text ?? '', /SMPT_URL \(SMTP_URL\?\)/);
});

test('the certificates of a proof of age are checked before they end', async () => {
  assert.deepEqual(checkAge({ age: undefined, publicUrl: 'https://stories.example.org' }), []);
  const issuers = join(folder, 'issuers.pem');
  await writeFile(issuers, (await ageIssuer({ days: 90 })).certificate);
  const site = {
    age: {
      regions: new Set(['DE']),
      regionHeaders: ['cf-ipcountry'],
      provider: { kind: 'eu' as const, issuers },
    },
    publicUrl: 'https://stories.example.org',
  };
  assert.deepEqual(statesOf(checkAge(site)), ['Proof of age: fine']);
  const after = (days: number) => new Date(Date.now() + days * 86_400_000);
  assert.match(checkAge(site, after(70))[0]?.text ?? '', /CN=Age authority ends on/);
  assert.match(checkAge(site, after(91))[0]?.text ?? '', /CN=Age authority ended on/);
  assert.deepEqual(statesOf(checkAge({ ...site, publicUrl: 'http://stories.example.org' })), [
    'Proof of age: problem',
  ]);
  const missing = {
    ...site,
    age: { ...site.age, provider: { kind: 'eu' as const, issuers: join(folder, 'nothing') } },
  };
  assert.match(checkAge(missing)[0]?.text ?? '', /AGE_ISSUERS/);
});

test('a healthy database has migrations, clock, jobs and mails in order', async () => {
  assert.deepEqual(statesOf(await checkDatabase(db)), [
    'Database: fine',
    'Clock: fine',
    'Jobs: fine',
    'Mails: fine',
  ]);
});

test('missing migrations, late jobs and mails that wait are found', async () => {
  await sql`update migrations set name = name || '-renamed' where id = (select max(id) from migrations)`.execute(
    db,
  );
  await context.jobs.enqueue(db, 'mail-verification', { accountId: 1 });
  await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 hour'`.execute(db);
  await context.outbox.post(db, 'ada@example.org', () => ({
    kind: 'verify-email',
    subject: 'Please confirm',
    text: 'Good evening.',
    html: '<p>Good evening.</p>',
  }));
  await sql`update outbox_mails set send_at = now() - interval '2 hours'`.execute(db);
  const findings = await checkDatabase(db);
  assert.deepEqual(statesOf(findings), [
    'Database: advice',
    'Clock: fine',
    'Jobs: problem',
    'Mails: problem',
  ]);
  assert.match(findings[2]?.text ?? '', /60 minutes/);
  assert.match(findings[3]?.text ?? '', /1 wait, the oldest one for 120 minutes/);
});

test('the disk is full, nearly full or roomy', async () => {
  assert.equal((await checkDisk({ dataDir: folder, leastFreeMegabytes: 1 })).state, 'fine');
  assert.equal((await checkDisk({ dataDir: folder, leastFreeMegabytes: 1_000_000_000 })).state, 'problem');
});

test('the newest backup is complete and young', async () => {
  assert.equal((await checkBackups(undefined)).state, 'advice');
  assert.match((await checkBackups(folder)).text, /has none/);
  assert.match((await checkBackups(join(folder, 'nowhere'))).text, /can’t be read/);
  const file = join(folder, 'monday.gz');
  await writeBackup(connectionString, file, () => {});
  assert.equal((await checkBackups(folder)).state, 'fine');
  const twoDaysAgo = Date.now() / 1000 - 48 * 3600;
  await utimes(file, twoDaysAgo, twoDaysAgo);
  assert.match((await checkBackups(folder)).text, /48 hours old/);
  await writeFile(join(folder, 'tuesday.gz'), 'cut off');
  assert.match((await checkBackups(folder)).text, /not complete/);
});

test('the mail server is reached without sending a mail', async () => {
  const server = await startMailServer();
  after(() => server.stop());
  const settings = { mailFrom: 'Nightstand <no-reply@nightstand.test>', publicUrl: publicSite.publicUrl };
  const findings = await checkMailServer({
    ...settings,
    mailFrom: 'no-reply@localhost',
    smtpUrl: server.url,
  });
  assert.deepEqual(statesOf(findings), ['Mail server: fine']);
  assert.equal(server.received.length, 0);
  const smtpUrl = `smtp://127.0.0.1:${await freePort('127.0.0.1')}`;
  assert.deepEqual(statesOf(await checkMailServer({ ...settings, smtpUrl })), ['Mail server: problem']);
  assert.deepEqual(statesOf(await checkMailServer({ ...settings, smtpUrl: undefined })), [
    'Mail server: problem',
  ]);
});

test('a proxy that drops headers or a site that does not answer is found', async () => {
  let headers: Record<string, string> = {};
  const proxy = createServer((_request, response) => response.writeHead(200, headers).end('ok'));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const publicUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  assert.match((await checkAddress({ publicUrl }))[0]?.text ?? '', /without content-security-policy/);
  headers = {
    'content-security-policy': "default-src 'none'",
    rating: 'RTA',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  assert.deepEqual(statesOf(await checkAddress({ publicUrl })), ['Address: fine']);
  await new Promise((resolve) => proxy.close(resolve));
  const [gone] = await checkAddress({ publicUrl: `http://127.0.0.1:${await freePort('127.0.0.1')}` });
  assert.equal(gone?.state, 'advice');
  assert.match(gone?.text ?? '', /does not answer: .*ECONNREFUSED/);
});

test('a finding is a line, and its advice another', () => {
  const finding: Finding = { subject: 'Disk', state: 'problem', text: '3 MB are free', advice: 'Add space.' };
  assert.equal(findingText(finding), 'PROBLEM  Disk: 3 MB are free\n         Add space.');
});
