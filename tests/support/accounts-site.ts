import { type Answer, createRequester } from './api-requester.ts';
import { mailsInOutbox } from './outbox.ts';
import { runDueJobs } from './run-due-jobs.ts';
import { testDatabase } from './test-database.ts';
import { testServer } from './test-server.ts';

export const PASSWORD = 'nine quiet harbours';

export interface Person {
  id: number;
  username: string;
  email: string;
  password: string;
  token: string;
  refreshToken: string;
}

/** The cookie that identifies a device, as a browser sends it after an answer. */
export function deviceIn({ cookies }: Pick<Answer, 'cookies'>): Record<string, string> {
  const cookie = cookies.find(({ name }) => name.endsWith('device'));
  return cookie === undefined ? {} : { [cookie.name]: cookie.value };
}

/** A site for tests of accounts: people sign up by the API, jobs run on demand, mails wait in the outbox. */
export async function accountsSite(options: Parameters<typeof testDatabase>[0] = {}) {
  const { context, connectionString } = await testDatabase(options);
  const app = await testServer(context);
  const request = await createRequester(app);
  const { db } = context;

  async function signIn(
    username: string,
    password: string,
    from?: string,
    cookies: Record<string, string> = {},
  ) {
    return request('POST /accounts/login', {
      body: { username, password },
      cookies,
      ...(from ? { from } : {}),
    });
  }

  async function signUp(
    username: string,
    options: { email?: string; password?: string } = {},
  ): Promise<Person> {
    const { email = `${username.toLowerCase()}@example.org`, password = PASSWORD } = options;
    const { status, data, text } = await request('POST /accounts/signup', {
      body: { username, email, password },
    });
    if (status !== 201) throw new Error(`${username} could not sign up: ${text}`);
    const { token, refreshToken, user } = data;
    return { id: user.id, username, email, password, token, refreshToken };
  }

  /** The mails to an address, in the order of their causes. */
  async function mailsTo(address: string) {
    await runDueJobs(connectionString, context);
    return mailsInOutbox(db, address);
  }

  /** The link of the latest mail of a kind to an address, and its token. */
  async function linkTo(address: string, kind: string): Promise<{ url: URL; token: string }> {
    const mail = (await mailsTo(address)).findLast((sent) => sent.kind === kind);
    const url = new URL(/https?:\S+/.exec(mail?.text_part ?? '')?.[0] ?? 'none:');
    return { url, token: url.searchParams.get('token') ?? url.searchParams.get('delete') ?? '' };
  }

  /** Opens the link of the verification mail. */
  async function verify(person: Pick<Person, 'email'>): Promise<void> {
    const { token } = await linkTo(person.email, 'verify-email');
    const { status, text } = await request(`GET /auth/verify-email/${token}`);
    if (status !== 200) throw new Error(`${person.email} could not be verified: ${text}`);
  }

  /** Tells whether a token still opens the account. */
  async function isSignedIn(token: string): Promise<boolean> {
    return (await request('GET /accounts/profile', { token })).status === 200;
  }

  const runJobs = () => runDueJobs(connectionString, context);

  return {
    context,
    db,
    connectionString,
    app,
    request,
    signIn,
    signUp,
    mailsTo,
    linkTo,
    verify,
    isSignedIn,
    runJobs,
  };
}
