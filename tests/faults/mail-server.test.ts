import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#platform/http/free-port.ts';
import { createDelivery } from '#platform/mail/create-delivery.ts';
import type { Delivery } from '#platform/mail/delivery.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { createMailSender } from '#tests/support/mail-sender.ts';
import { startMailServer, type TestMailServer } from '#tests/support/mail-server.ts';
import { runJobsOnce } from '#tests/support/run-jobs-once.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';

const database = await testDatabase();
const { runDueJobs, passHours, mailsTo } = createMailSender(database);
const request = await createRequester(await testServer(database.context));

function deliveryTo(smtpUrl: string): Delivery {
  const delivery = createDelivery(
    {
      smtpUrl,
      mailFrom: 'Nightstand <no-reply@nightstand.test>',
      replyTo: undefined,
      publicUrl: 'https://nightstand.test',
      dataDir: '/nowhere',
      nodeEnv: 'test',
    },
    database.context.log,
  );
  after(() => delivery.close());
  return delivery;
}

async function signUp(username: string): Promise<string> {
  const email = `${username}@example.org`;
  const body = { username, email, password: 'lamplight over quiet water' };
  assert.equal((await request('POST /accounts/signup', { body })).status, 201);
  // A job writes the mail.
  await runJobsOnce(database);
  return email;
}

const receivers = ({ received }: TestMailServer) => received.flatMap(({ to }) => to);

/** A server that takes its time to accept a mail. */
function slowServer(milliseconds: number): Promise<TestMailServer> {
  return startMailServer({
    toMail: async () => {
      await pause(milliseconds);
      return undefined;
    },
  });
}

test('mails of sign-ups without a mail server are sent once when it is back', async () => {
  const port = await freePort('127.0.0.1');
  const delivery = deliveryTo(`smtp://127.0.0.1:${port}`);
  const addresses = [await signUp('early-1')];
  await runDueJobs(delivery);
  addresses.push(await signUp('early-2'));
  await runDueJobs(delivery);
  for (const address of addresses) assert.equal((await mailsTo(address))[0]?.tries, 1);
  const server = await startMailServer({ port });
  after(() => server.stop());
  await passHours();
  await runDueJobs(delivery);
  await passHours();
  await runDueJobs(delivery);
  assert.deepEqual(receivers(server).sort(), addresses);
});

test('a hanging mail server delays no sign-up', async () => {
  let letGo = () => {};
  const blocked = new Promise<undefined>((resolve) => {
    letGo = () => resolve(undefined);
  });
  let holds = 0;
  const server = await startMailServer({
    toMail: () => {
      holds += 1;
      return blocked;
    },
  });
  after(() => server.stop());
  const addresses = [await signUp('slow-1')];
  const working = runDueJobs(deliveryTo(server.url));
  while (holds === 0) await pause(5);
  // The answer arrives while the mail server still holds the first mail; if the call waited for the mail,
  // this would never end.
  addresses.push(await signUp('slow-2'));
  letGo();
  await working;
  await runDueJobs(deliveryTo(server.url));
  assert.deepEqual(receivers(server).sort(), addresses);
});

test('mails that the mail server refuses are sent once when it accepts them', async () => {
  let isRefusing = true;
  const server = await startMailServer({
    toRecipient: () => (isRefusing ? [451, '4.3.0 later'] : undefined),
  });
  after(() => server.stop());
  const delivery = deliveryTo(server.url);
  const address = await signUp('refused');
  await runDueJobs(delivery);
  assert.deepEqual(receivers(server), []);
  isRefusing = false;
  await passHours();
  await runDueJobs(delivery);
  await passHours();
  await runDueJobs(delivery);
  assert.deepEqual(receivers(server), [address]);
});

test('a mail accepted just before a kill is sent again under the same Message-ID', async () => {
  const server = await startMailServer();
  after(() => server.stop());
  const delivery = deliveryTo(server.url);
  const address = await signUp('killed');
  await runDueJobs({
    ...delivery,
    async deliver(mail, signal) {
      await delivery.deliver(mail, signal);
      // The state after a kill: the mail server has the mail, the outbox does not know.
      throw new Error('killed');
    },
  });
  await passHours();
  await runDueJobs(delivery);
  assert.deepEqual(receivers(server), [address, address]);
  assert.equal(new Set(server.received.map(({ message }) => message.messageId)).size, 1);
});

test('control: a site with too short a time-out sends a mail twice', async () => {
  const server = await slowServer(700);
  after(() => server.stop());
  const address = await signUp('twice');
  const impatient = deliveryTo(`${server.url}?socketTimeout=200`);
  await runDueJobs(impatient);
  while (server.received.length === 0) await pause(10);
  await passHours();
  await runDueJobs(deliveryTo(server.url));
  assert.deepEqual(receivers(server), [address, address]);
});
