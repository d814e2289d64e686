import '../server-only.ts';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMailSender } from '#tests/support/mail-sender.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { freePort } from '../http/free-port.ts';
import { createDelivery } from './create-delivery.ts';
import type { Delivery } from './delivery.ts';
import { layOutMail } from './mail-layout.ts';

const database = await testDatabase();
const { db, outbox, log } = database.context;
const { runDueJobs, passHours, mailsTo } = createMailSender(database);

const settings = {
  mailFrom: 'Nightstand <no-reply@nightstand.test>',
  replyTo: undefined,
  publicUrl: 'https://nightstand.test',
  dataDir: '/nowhere',
  nodeEnv: 'test',
} as const;

function deliveryTo(smtpUrl: string): Delivery {
  const delivery = createDelivery({ ...settings, smtpUrl }, log);
  after(() => delivery.close());
  return delivery;
}

const note = layOutMail({
  kind: 'verify-email',
  subject: 'Please confirm your address',
  paragraphs: ['Good evening.'],
  action: { label: 'Confirm', url: 'https://nightstand.test/verify-email?token=hush' },
});
const post = (to: string, more: Partial<typeof note> = {}) =>
  outbox.post(db, to, () => ({ ...note, ...more }));

const refusals = new Map<string, [number, string]>();
const server = await startMailServer({ toRecipient: (address) => refusals.get(address) });
after(() => server.stop());
const delivery = deliveryTo(server.url);

/** The mails received since the last call. */
let seen = 0;
function newMails() {
  const mails = server.received.slice(seen);
  seen = server.received.length;
  return mails;
}

test('a reader gets a mail of text and HTML from a neutral sender, and the outbox forgets its words', async () => {
  await post('Ada@example.org');
  await runDueJobs(delivery);
  const [mail, ...more] = newMails();
  assert.deepEqual(more, []);
  assert.ok(mail);
  assert.deepEqual([mail.from, mail.to], ['no-reply@nightstand.test', ['Ada@example.org']]);
  const { message } = mail;
  assert.deepEqual(message.from, { address: 'no-reply@nightstand.test', name: 'Nightstand' });
  assert.deepEqual(message.to, [{ address: 'Ada@example.org', name: '' }]);
  assert.equal(message.subject, 'Please confirm your address');
  assert.equal(message.text?.trim(), note.text.trim());
  assert.equal(message.html?.trim(), note.html.trim());

  const [row] = await mailsTo('ada@example.org');
  assert.ok(row?.sent_at);
  assert.deepEqual([row.subject, row.text_part, row.html_part], [null, null, null]);
  assert.equal(message.messageId, `<${row.message_key}@nightstand.test>`);
  const headers = Object.fromEntries(message.headers.map(({ key, value }) => [key, value]));
  assert.equal(headers['auto-submitted'], 'auto-generated');
  assert.equal(new Date(headers.date ?? '').getTime(), Math.floor(row.send_at.getTime() / 1000) * 1000);
  assert.match(headers['content-type'] ?? '', /^multipart\/alternative;/);
  const expected = [
    'from',
    'to',
    'subject',
    'message-id',
    'date',
    'mime-version',
    'auto-submitted',
    'content-type',
  ];
  assert.deepEqual(Object.keys(headers).sort(), expected.sort(), 'nothing else is told, software included');
});

// Interface, Security, law, operations: REPLY_TO gets the answers to mails
test('a person who answers a mail writes to the address that the operator reads', async () => {
  const answered = createDelivery(
    { ...settings, smtpUrl: server.url, replyTo: 'Night Press <desk@nightstand.test>' },
    log,
  );
  await post('answers@example.org');
  await runDueJobs(answered);
  answered.close();
  const [mail] = newMails();
  assert.deepEqual(mail?.message.replyTo, [{ address: 'desk@nightstand.test', name: 'Night Press' }]);
  assert.equal(mail?.from, 'no-reply@nightstand.test');
});

// Interface, Newsletter: The one-click header of RFC 8058 unsubscribes
test('a newsletter carries the headers for unsubscribing with one click', async () => {
  await post('letter@example.org', { unsubscribe: { oneClickUrl: 'https://nightstand.test/u?token=x&y=z' } });
  await runDueJobs(delivery);
  const [mail] = newMails();
  const headers = Object.fromEntries(mail?.message.headers.map(({ key, value }) => [key, value]) ?? []);
  assert.equal(headers['list-unsubscribe'], '<https://nightstand.test/u?token=x&y=z>');
  assert.equal(headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click');
});

test('a subject in any script arrives as it was, and long lines and dots do too', async () => {
  const subject = `Ваша ссылка · 你的链接 · رابطك · 🕯 ${'långt '.repeat(20)}`.trim();
  const text = `.\n..dots\n${'candle '.repeat(30)}end\nFrom here\n`;
  await post('scripts@example.org', { subject, text });
  await runDueJobs(delivery);
  const [mail] = newMails();
  assert.equal(mail?.message.subject, subject);
  assert.equal(mail?.message.text?.trimEnd(), text.trimEnd());
  for (const line of mail?.raw.split('\r\n') ?? []) assert.ok(Buffer.byteLength(line) <= 998);
});

test('no subject or text adds a recipient or a header line', async () => {
  const hostile = [
    'Bcc: evil@example.net',
    'evil@example.net, more@example.net',
    '"x" <evil@example.net>',
    '=?utf-8?Q?a=0D=0ABcc:_evil@example.net?=',
    'x'.repeat(2000),
    'a\u202eb, <evil@example.net>',
  ];
  for (const [i, subject] of hostile.entries()) {
    const text = `.\n..dots\n${'candle '.repeat(30)}end\nFrom here\n`;
    await post(`hostile-${i}@example.org`, { subject, text });
  }
  // These can't be posted; if they got into the table nevertheless, they would do no harm.
  const past = ['a\r\nBcc: evil@example.net', 'a\nBcc: evil@example.net', 'a\rBcc: evil@example.net'];
  for (const [i, subject] of past.entries()) {
    await post(`past-${i}@example.org`);
    await db
      .updateTable('outbox_mails')
      .set({ subject })
      .where('address', '=', `past-${i}@example.org`)
      .execute();
  }
  await runDueJobs(delivery);
  const mails = newMails();
  assert.equal(mails.length, hostile.length + past.length);
  for (const { to, message } of mails) {
    assert.equal(to.length, 1);
    assert.match(to[0] ?? '', /^(?:hostile|past)-\d@example\.org$/);
    assert.deepEqual(message.to, [{ address: to[0] ?? '', name: '' }]);
    assert.equal(message.headers.length, 8);
    assert.equal(message.bcc, undefined);
  }
});

test('a mail that is put off is tried again later, and goes out once the server will have it', async () => {
  refusals.set('grey@example.org', [451, '4.7.1 grey@example.org: try again later']);
  await post('grey@example.org');
  await runDueJobs(delivery);
  await passHours();
  await runDueJobs(delivery);
  const [waiting] = await mailsTo('grey@example.org');
  assert.deepEqual([waiting?.tries, waiting?.sent_at, waiting?.parked_at], [2, null, null]);
  assert.equal(waiting?.problem, 'EENVELOPE RCPT TO 451 4.7.1');
  assert.ok(waiting?.subject);

  refusals.delete('grey@example.org');
  await passHours();
  await runDueJobs(delivery);
  const [sent] = await mailsTo('grey@example.org');
  assert.ok(sent?.sent_at);
  assert.deepEqual([sent.tries, sent.problem, sent.subject], [3, null, null]);
  assert.equal(newMails().length, 1);
});

test('a mail to nobody is parked at once, without its words and without the server’s', async () => {
  refusals.set('gone@example.org', [550, '5.1.1 <gone@example.org>: no such mailbox']);
  await post('gone@example.org');
  await post('there@example.org');
  await runDueJobs(delivery);
  const [parked] = await mailsTo('gone@example.org');
  assert.ok(parked?.parked_at);
  assert.deepEqual([parked.tries, parked.problem], [1, 'EENVELOPE RCPT TO 550 5.1.1']);
  assert.deepEqual([parked.subject, parked.text_part, parked.html_part], [null, null, null]);
  assert.deepEqual(
    newMails().map((mail) => mail.to),
    [['there@example.org']],
  );
});

test('a mail that can’t be sent is parked after eight tries', async () => {
  refusals.set('full@example.org', [452, '4.2.2 mailbox full']);
  await post('full@example.org');
  for (let round = 0; round < 10; round += 1) {
    await runDueJobs(delivery);
    await passHours();
  }
  await runDueJobs(delivery);
  const [parked] = await mailsTo('full@example.org');
  assert.ok(parked?.parked_at);
  assert.deepEqual([parked.tries, parked.subject], [8, null]);
});

test('a refusal of the sender or the text is tried again, because the operator can solve it', async () => {
  const strict = await startMailServer({ toMail: () => [554, '5.7.1 looks like spam'] });
  await post('strict@example.org');
  await runDueJobs(deliveryTo(strict.url));
  await strict.stop();
  const [mail] = await mailsTo('strict@example.org');
  assert.deepEqual([mail?.parked_at, mail?.problem], [null, 'EMESSAGE DATA 554 5.7.1']);
  await passHours();
  await runDueJobs(delivery);
  assert.equal(newMails().length, 1);
});

test('while the mail server is away mails wait, and all go out when it is back', async () => {
  const port = await freePort('127.0.0.1');
  const absent = deliveryTo(`smtp://127.0.0.1:${port}`);
  const addresses = Array.from({ length: 20 }, (_, i) => `patient-${i}@example.org`);
  for (const to of addresses) await post(to);
  await runDueJobs(absent);
  for (const to of addresses) {
    const [mail] = await mailsTo(to);
    assert.match(mail?.problem ?? '', /ECONNREFUSED/);
    assert.equal(mail?.parked_at, null);
  }
  const back = await startMailServer({ port });
  await passHours();
  await runDueJobs(absent);
  assert.deepEqual(back.received.flatMap((mail) => mail.to).sort(), addresses.sort());
  absent.close();
  await back.stop();
});

test('a password goes only over an encrypted line', async () => {
  let tried = 0;
  const plain = await startMailServer({
    server: {
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => {
        tried += 1;
        done(null, { user: 'me' });
      },
    },
  });
  await post('secret@example.org');
  const url = new URL(plain.url);
  Object.assign(url, { username: 'me', password: 'hush' });
  await runDueJobs(deliveryTo(url.href));
  const [mail] = await mailsTo('secret@example.org');
  assert.match(mail?.problem ?? '', /^ETLS/);
  assert.deepEqual([tried, plain.received.length], [0, 0]);
  await plain.stop();

  const encrypted = await startMailServer({
    server: {
      disabledCommands: [],
      onAuth: (auth, _session, done) => {
        tried += 1;
        done(null, auth.password === 'hush' ? { user: 'me' } : {});
      },
    },
  });
  url.port = String(encrypted.port);
  await passHours();
  await runDueJobs(deliveryTo(`${url.href}?tls.rejectUnauthorized=false`));
  assert.deepEqual([tried, encrypted.received.length], [1, 1]);
  await encrypted.stop();
});
