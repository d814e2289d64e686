import '../server-only.ts';
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import PostalMime from 'postal-mime';
import { untilEqual } from '#tests/support/until-equal.ts';
import { createLogger } from '../runtime/log.ts';
import { createDelivery } from './create-delivery.ts';
import { fileDelivery } from './file-delivery.ts';
import { layOutMail } from './mail-layout.ts';
import type { ReservedMail } from './mail-store.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'nightstand-mail-'));
after(() => rm(dataDir, { recursive: true }));

const delivery = fileDelivery({
  dataDir,
  from: () => ({ name: 'Nightstand', address: 'no-reply@nightstand.test' }),
  replyTo: undefined,
  log: createLogger({ level: 'silent' }),
  isDevelopment: false,
});
after(() => delivery.close());

const token = 'x'.repeat(86);
const links = [
  `http://localhost:3000/verify-email?token=${token}`,
  `http://localhost:3000/newsletter/unsubscribe?token=3D${token}`,
];

function mailOf(id: number, paragraphs: string[]): ReservedMail {
  const words = layOutMail({
    kind: 'verify-email',
    subject: 'Élan – please confirm',
    paragraphs,
    action: { label: 'Confirm', url: links[0] ?? '' },
    afterwords: [{ label: 'Leave', url: links[1] ?? '' }],
  });
  return {
    id,
    messageKey: `key-${id}`,
    address: 'ada@example.org',
    sendAt: new Date('2026-11-22T10:00:00Z'),
    unsubscribeUrl: null,
    tries: 1,
    ...words,
  };
}

async function written(id: number, paragraphs: string[]): Promise<string> {
  const mail = mailOf(id, paragraphs);
  assert.equal(await delivery.deliver(mail, AbortSignal.timeout(10_000)), undefined);
  const name = (await readdir(join(dataDir, 'mail'))).find((one) => one.endsWith(`-${id}.eml`));
  assert.ok(name);
  return readFile(join(dataDir, 'mail', name), 'utf8');
}

// Interface, Running: Without SMTP_URL every mail is a file DATA_DIR/mail/<time>-<id>.eml
test('a person without a mail server copies the link out of the file as it stands', async () => {
  const paragraphs = ['Schöne Grüße, “quoted” – 夜 🌙.', '.', 'From here on = signs stay.'];
  const file = await written(1, paragraphs);
  const lines = file.split('\r\n');
  for (const link of links) assert.ok(lines.includes(link), `${link}\n${file}`);
  for (const paragraph of paragraphs) assert.ok(lines.includes(paragraph), paragraph);
  const mail = await PostalMime.parse(file);
  assert.equal(mail.subject, 'Élan – please confirm');
  for (const text of [...links, ...paragraphs]) assert.ok(mail.text?.includes(text), text);
  assert.match(mail.html ?? '', /Schöne Grüße/);
  for (const link of links) assert.ok(mail.html?.includes(`href="${link}"`), link);
});

test('no line of a mail file is longer than mail programs take, and no word is lost', async () => {
  const long = 'Nächtens wird gelesen, und niemand fragt wozu. '.repeat(60).trim();
  const file = await written(2, [long]);
  for (const line of file.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 998, line.slice(0, 60));
  const mail = await PostalMime.parse(file);
  assert.ok(mail.text?.replaceAll('\n', '').includes(long));
});

test('a mail file is deleted after a week, at a start at the latest, and no other file', async () => {
  const folder = join(dataDir, 'mail');
  const keep = join(folder, 'notes.txt');
  await written(3, ['Hello.']);
  await written(4, ['Hello.']);
  await writeFile(keep, 'Mine.');
  const daysAgo = (days: number) => Date.now() / 1000 - days * 86_400;
  const age = (name: string, days: number) => utimes(join(folder, name), daysAgo(days), daysAgo(days));
  await age('20261122T100000Z-3.eml', 8);
  await age('20261122T100000Z-4.eml', 6);
  await age('notes.txt', 8);
  const settings = { dataDir, mailFrom: 'Nightstand <no-reply@nightstand.test>', replyTo: undefined };
  const created = createDelivery(
    { ...settings, smtpUrl: undefined, publicUrl: 'http://localhost:3000', nodeEnv: 'production' },
    createLogger({ level: 'silent' }),
  );
  await untilEqual(async () => (await readdir(folder)).includes('20261122T100000Z-3.eml'), false);
  created.close();
  const names = await readdir(folder);
  assert.ok(names.includes('20261122T100000Z-4.eml') && names.includes('notes.txt'));
});

// Interface, Running: Without SMTP_URL every mail is a file DATA_DIR/mail/<time>-<id>.eml
// Interface, Running: In development subject and links of a mail are logged
test('a file is named by time and id, and a developer reads subject and links in the log', async () => {
  const lines: string[] = [];
  const log = createLogger({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const from = { name: 'Nightstand', address: 'no-reply@nightstand.test' };
  const options = { dataDir, from: () => from, replyTo: undefined, log };
  for (const isDevelopment of [false, true]) {
    lines.length = 0;
    const inLog = fileDelivery({ ...options, isDevelopment });
    assert.equal(await inLog.deliver(mailOf(7, ['Hello.']), AbortSignal.timeout(10_000)), undefined);
    inLog.close();
    const told = lines.map((line) => JSON.parse(line)).filter(({ subject }) => subject !== undefined);
    assert.deepEqual(
      told.map((line) => [line.subject, line.links]),
      isDevelopment ? [['Élan – please confirm', links]] : [],
    );
  }
  assert.ok((await readdir(join(dataDir, 'mail'))).includes('20261122T100000Z-7.eml'));
});
