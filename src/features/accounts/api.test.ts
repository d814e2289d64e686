import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsSite, PASSWORD } from '#tests/support/accounts-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { PUBLIC_URL } from '#tests/support/test-database.ts';
import { accountMessages } from './contract/accounts.ts';
import { userSchema } from './contract/session.ts';

const site = await accountsSite();
const { request, db, signUp } = site;
const ada = await signUp('Ada');

type Row = [call: Parameters<typeof request>[0], body: unknown, field: string, message: string];

async function assertRefused(rows: Row[], token?: string): Promise<void> {
  for (const [call, body, field, message] of rows) {
    const title = `${call} ${JSON.stringify(body)}`;
    const { status, error } = await request(call, { body, token });
    assert.deepEqual([status, error?.code], [422, 'invalid'], title);
    assert.equal(error?.fields?.[field], message, title);
    assert.equal(error?.message, message, title);
  }
}

const NEW = { username: 'grace', email: 'grace@example.org', password: PASSWORD };

// Spec 5: Register and login: required fields; both password messages
// Interface, The API: A broken rule of the specification answers 422
// Interface, Accounts: Reserved usernames answer 422
// Interface, Accounts: A password has 8 to 256 characters, is not the username, and is not a common one
test('an invalid registration returns 422 and names the field', async () => {
  const call = 'POST /accounts/signup';
  await assertRefused([
    [call, {}, 'username', 'Username is required'],
    [call, { ...NEW, username: '  ' }, 'username', 'Username is required'],
    [call, { ...NEW, username: 7 }, 'username', 'Username is required'],
    [call, { ...NEW, username: 'ab' }, 'username', accountMessages.usernameForm],
    [call, { ...NEW, username: 'x'.repeat(31) }, 'username', accountMessages.usernameForm],
    [call, { ...NEW, username: 'two words' }, 'username', accountMessages.usernameForm],
    [call, { ...NEW, username: 'grаce' }, 'username', accountMessages.usernameForm],
    [call, { ...NEW, username: 'Admin' }, 'username', 'This username is not available'],
    [call, { ...NEW, username: 'rn0derator' }, 'username', 'This username is not available'],
    [call, { ...NEW, email: undefined }, 'email', 'Email is required'],
    [call, { ...NEW, email: '' }, 'email', 'Email is required'],
    [call, { ...NEW, email: ['a@example.org'] }, 'email', 'Email is required'],
    [call, { ...NEW, email: 'grace.example.org' }, 'email', 'Please enter a valid email address'],
    [call, { ...NEW, email: 'a@b@example.org' }, 'email', 'Please enter a valid email address'],
    [call, { ...NEW, email: 'a@example.org, b@example.org' }, 'email', 'Please enter a valid email address'],
    [
      call,
      { ...NEW, email: 'a@example.org\r\nBcc: b@example.org' },
      'email',
      'Please enter a valid email address',
    ],
    [
      call,
      { ...NEW, email: `${'a'.repeat(243)}@example.org` },
      'email',
      'Please enter a valid email address',
    ],
    [call, { ...NEW, password: undefined }, 'password', 'Password is required'],
    [call, { ...NEW, password: '' }, 'password', 'Password is required'],
    [call, { ...NEW, password: 12345678 }, 'password', 'Password is required'],
    [call, { ...NEW, password: 'a7$kQ.z' }, 'password', 'Password must be at least 8 characters long'],
    [call, { ...NEW, password: '🌊'.repeat(7) }, 'password', 'Password must be at least 8 characters long'],
    [
      call,
      { ...NEW, password: '🌊'.repeat(257) },
      'password',
      'Password must be at most 256 characters long',
    ],
    [
      call,
      { ...NEW, password: 'x'.repeat(100_000) },
      'password',
      'Password must be at most 256 characters long',
    ],
    [call, { ...NEW, password: 'Password1' }, 'password', accountMessages.passwordLeaked],
    [
      call,
      { ...NEW, username: 'Grace-Hop', password: 'gRACE-hOP' },
      'password',
      accountMessages.passwordIsName,
    ],
    [call, { ...NEW, password: 'GRACE@example.org' }, 'password', accountMessages.passwordIsName],
  ]);
  const accounts = await db.selectFrom('accounts').select('username').execute();
  assert.deepEqual(accounts, [{ username: 'Ada' }]);
});

// Spec 5: Register and login: required fields; both password messages
test('an invalid login returns 422 and names the field', async () => {
  const call = 'POST /accounts/login';
  await assertRefused([
    [call, {}, 'username', 'Username is required'],
    [call, { username: '', password: 'x' }, 'username', 'Username is required'],
    [call, { username: { a: 1 }, password: 'x' }, 'username', 'Username is required'],
    [call, { username: 'Ada' }, 'password', 'Password is required'],
    [call, { username: 'Ada', password: '' }, 'password', 'Password is required'],
    [call, { username: 'Ada', password: null }, 'password', 'Password is required'],
  ]);
  // A password too short to be set is simply wrong here.
  const { status, error } = await request(call, { body: { username: 'Ada', password: 'x' } });
  assert.deepEqual([status, error?.code], [401, 'invalid_credentials']);
});

// Spec 5: Change password: fields and messages
// Interface, Accounts: A bio has up to 2,000 characters, a display name up to 60
test('an invalid change of profile or settings returns 422 and names the field', async () => {
  const changed = (old_password: unknown, new_password: unknown) => ({ old_password, new_password });
  await assertRefused(
    [
      ['PUT /accounts/profile', { bio: 5 }, 'bio', 'Bio must be a string'],
      [
        'PUT /accounts/profile',
        { bio: '🌊'.repeat(2001) },
        'bio',
        'Bio must be at most 2,000 characters long',
      ],
      ['PUT /accounts/profile', { display_name: null }, 'display_name', 'Display name must be a string'],
      [
        'PUT /accounts/profile',
        { display_name: 'x'.repeat(61) },
        'display_name',
        'Display name must be at most 60 characters long',
      ],
      ['PUT /accounts/password', changed(undefined, PASSWORD), 'old_password', 'Password is required'],
      ['PUT /accounts/password', changed(PASSWORD, undefined), 'new_password', 'Password is required'],
      [
        'PUT /accounts/password',
        changed(PASSWORD, 'short'),
        'new_password',
        'Password must be at least 8 characters long',
      ],
      [
        'PUT /accounts/password',
        changed('wrong', 'some other one'),
        'old_password',
        accountMessages.wrongPassword,
      ],
      [
        'PUT /accounts/password',
        changed(PASSWORD, 'password'),
        'new_password',
        accountMessages.passwordLeaked,
      ],
      [
        'PUT /accounts/password',
        changed(PASSWORD, 'Ada@Example.Org'),
        'new_password',
        accountMessages.passwordIsName,
      ],
      ['PUT /accounts/username', { username: 'a' }, 'username', accountMessages.usernameForm],
      ['PUT /accounts/username', { username: 'support' }, 'username', 'This username is not available'],
      ['POST /accounts/delete', {}, 'password', 'Password is required'],
      ['POST /accounts/delete', { password: 'wrong' }, 'password', accountMessages.wrongPassword],
      ['POST /auth/google/link', { password: 'wrong' }, 'password', accountMessages.wrongPassword],
    ],
    ada.token,
  );
  assert.ok(await site.isSignedIn(ada.token));
});

test('an invalid password reset, Google callback or refresh returns 422 and names the field', async () => {
  await assertRefused([
    ['POST /auth/password-reset', {}, 'email', 'Email is required'],
    ['POST /auth/password-reset', { email: 'grace' }, 'email', 'Please enter a valid email address'],
    ['POST /auth/password-reset/whatever', {}, 'new_password', 'Password is required'],
    [
      'POST /auth/password-reset/whatever',
      { new_password: '1234567' },
      'new_password',
      'Password must be at least 8 characters long',
    ],
    ['POST /auth/google/callback', { state: 'x' }, 'code', 'Code is required'],
    ['POST /auth/google/callback', { code: 'x' }, 'state', 'State is required'],
    ['POST /auth/refresh', {}, 'refreshToken', 'refreshToken is required'],
  ]);
});

test('a missing or invalid token returns 401 unauthenticated, not token_expired', async () => {
  const calls: Parameters<typeof request>[0][] = [
    'GET /accounts/profile',
    'PUT /accounts/profile',
    'PUT /accounts/username',
    'PUT /accounts/password',
    'POST /accounts/delete',
    'POST /accounts/delete-link',
    'POST /auth/logout-others',
    'POST /auth/verify-email',
    'POST /auth/google/link',
    'DELETE /auth/google/link',
    'POST /auth/google/link/callback',
  ];
  const headers: Record<string, string>[] = [
    {},
    { authorization: 'Bearer' },
    { authorization: 'Bearer x' },
    { authorization: `Bearer ${'x'.repeat(43)}` },
    { authorization: `Basic ${ada.token}` },
    { authorization: ada.token },
    { authorization: `Bearer ${ada.refreshToken}` },
    { authorization: `Bearer ${ada.token} and more` },
    { authorization: `Bearer "${ada.token}"` },
  ];
  for (const call of calls) {
    for (const each of headers) {
      const { status, error } = await request(call, {
        body: call.startsWith('GET') ? undefined : {},
        headers: each,
      });
      assert.deepEqual([status, error?.code], [401, 'unauthenticated'], `${call} ${each.authorization}`);
    }
  }
});

// Spec 5: Username not editable
// Interface, The API: Unknown fields of a body are ignored, and never stored
// Interface, The API: A caller never sets author, role or counts
// Interface, Accounts: The user is id, account_id equal to it, username, email, role, email_verified 0 or 1, bio, profile and created_at
test('calls ignore fields that they do not define', async () => {
  const smuggled = {
    ...{ id: 4711, account_id: 4711, role: 'admin', email_verified: 1, email_verified_at: '2020-01-01' },
    ...{
      created_at: '2001-01-01T00:00:00.000Z',
      author: 'Ada',
      author_id: 1,
      username_key: 'x',
      username_chosen: false,
    },
    ...{
      password_hash: 'x',
      story_count: 9,
      total_views: 9,
      has_google: true,
      profile_picture_url: 'https://e.example',
    },
    ...{
      profile: { display_name: 'Smuggled', bio: 'Smuggled' },
      isVerified: true,
      is_admin: true,
      permissions: ['*'],
    },
    username_chosen_at: null,
  };
  const { status, data } = await request('POST /accounts/signup', {
    body: {
      ...smuggled,
      bio: 'Smuggled',
      display_name: 'Smuggled',
      ...NEW,
      username: 'mallory',
      email: 'mallory@example.org',
    },
  });
  assert.equal(status, 201);
  const user = userSchema.strict().parse(data.user);
  const expected = {
    ...{ username: 'mallory', email: 'mallory@example.org', role: 'user', email_verified: 0, bio: '' },
    profile: { display_name: '', bio: '', profile_picture_url: null },
    ...{ profile_public: false, has_password: true, has_google: false, username_chosen: true },
    pen_name_ids: [],
  };
  const { id, account_id, created_at, ...rest } = user;
  assert.deepEqual(rest, expected);
  assert.ok(id !== 4711 && account_id === id && created_at > '2026');

  const token = data.token;
  const email = 'else@example.org';
  const body = { ...smuggled, username: 'else', email, password: 'something else', bio: 'About me' };
  const changed = await request('PUT /accounts/profile', { token, body });
  assert.deepEqual(changed.data, { ...user, bio: 'About me', profile: { ...user.profile, bio: 'About me' } });
  await request('PUT /accounts/password', {
    token,
    body: { ...smuggled, old_password: PASSWORD, new_password: 'a new one here' },
  });
  await request('POST /auth/logout-others', { token, body: { ...smuggled, account_id: ada.id } });
  await request('POST /auth/verify-email', { token, body: { ...smuggled, email } });
  assert.deepEqual((await request('GET /accounts/profile', { token })).data, changed.data);
  assert.ok(await site.isSignedIn(ada.token));
  assert.deepEqual(await site.mailsTo(email), []);
});

// Interface, Accounts: The user is id, account_id equal to it, username, email, role, email_verified 0 or 1, bio, profile and created_at
test('an account is returned in full to its owner only', async () => {
  const { data } = await request('GET /accounts/profile', { token: ada.token });
  assert.equal(userSchema.strict().parse(data).email, ada.email);
  for (const path of [
    '/accounts/users/Ada',
    '/authors?sort=top',
    '/search/tags',
    '/stories',
    '/frontpage',
  ] as const) {
    const { text } = await request(`GET ${path}`, { token: ada.token });
    assert.ok(!text.includes('example.org') && !text.includes('email'), path);
  }
});

// Interface, Accounts: PUT /accounts/profile takes display_name and bio, each alone
test('an author updates display name and bio separately or together', async () => {
  const put = async (body: object) =>
    (await request('PUT /accounts/profile', { token: ada.token, body })).data.profile;
  const { message } = await request('PUT /accounts/profile', {
    token: ada.token,
    body: { bio: ' I write.\n\nAt night. ' },
  });
  assert.equal(message, 'Profile updated successfully');
  assert.equal((await put({ display_name: 'Ada L.' })).bio, 'I write.\n\nAt night.');
  assert.equal((await put({ bio: '' })).display_name, 'Ada L.');
  assert.equal((await put({})).bio, '');
  assert.equal([...(await put({ bio: '🌊'.repeat(2000) })).bio].length, 2000);
  assert.equal((await put({ display_name: '𠮷'.repeat(60) })).display_name, '𠮷'.repeat(60));
  assert.equal((await put({ display_name: 'Zoe\u0308' })).display_name, 'Zo\u00eb');
});

test('rejects a display name that resembles the staff, the site or another username', async () => {
  for (const username of ['Ian-Marsh', 'Rosalind']) await signedIn(site.context, username);
  const put = (display_name: string) =>
    request('PUT /accounts/profile', { token: ada.token, body: { display_name } });
  const { displayNameStaff, displayNameSymbols, displayNameScripts } = accountMessages;
  const { displayNameBlank, displayNameHidden, displayNameTooSimilar } = accountMessages;
  for (const [name, message] of [
    ['Nightstand Moderator', displayNameStaff],
    ['✔ Verified', displayNameSymbols],
    ['Ada 🛡️', displayNameHidden],
    ['Ada ☑', displayNameSymbols],
    ['Rоsalind', displayNameScripts],
    ['…!', displayNameBlank],
    ['Ada\u202e', displayNameHidden],
    ['A\u200bda', displayNameHidden],
    ['rosalind', displayNameTooSimilar],
    ['ROSALIND', displayNameTooSimilar],
    ['Rosa Lind', displayNameTooSimilar],
    ['Ros\u00e1lind', displayNameTooSimilar],
    ['lan Marsh', displayNameTooSimilar],
    ['IAN-MARSH', displayNameTooSimilar],
  ] as const) {
    const { status, error } = await put(name);
    assert.deepEqual([status, error?.fields?.display_name], [422, message], name);
  }
  assert.equal((await put('ADA')).status, 200, 'one’s own username');
  assert.equal((await put('Rosalinde')).status, 200);
});

test('an existing display name stays valid until it is changed, even if the rules reject it', async () => {
  const old = 'Official Ada ✔';
  await db.updateTable('accounts').set({ display_name: old }).where('username_key', '=', 'ada').execute();
  const put = (body: object) => request('PUT /accounts/profile', { token: ada.token, body });
  assert.equal((await put({ display_name: old, bio: 'Still here.' })).data.profile.display_name, old);
  assert.equal((await put({ display_name: 'Official Ada' })).status, 422);
  assert.equal((await put({ display_name: '' })).data.profile.display_name, '');
});

// Interface, Running: Without Google its button is not shown, and its calls answer 503 google_unavailable
test('a site without Google reports that, and its Google calls return 503', async () => {
  assert.deepEqual((await request('GET /auth/ways')).data, {
    google: false,
    registration: 'open',
    form_seconds: 0,
  });
  const tries = [
    await request('GET /auth/google/login'),
    await request('POST /auth/google/callback', { body: { code: 'x', state: 'y' } }),
    await request('POST /auth/google/link', { token: ada.token, body: { password: PASSWORD } }),
    await request('POST /auth/google/link/callback', { token: ada.token, body: { code: 'x', state: 'y' } }),
  ];
  for (const { status, error, headers } of tries) {
    assert.deepEqual(
      [status, error?.code, error?.message],
      [503, 'google_unavailable', 'Google login failed'],
    );
    assert.ok(Number(headers['retry-after']) >= 1);
  }
});

// Interface, Running: Mails, canonical links, sitemap and feeds use PUBLIC_URL
test('mailed links use the configured public URL, whatever host a request names', async () => {
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example;proto=https',
  };
  const email = 'linked@example.org';
  await request('POST /accounts/signup', { headers, body: { ...NEW, username: 'linked', email } });
  await site.verify({ email });
  await request('POST /auth/password-reset', { headers, body: { email } });
  await request('POST /accounts/signup', { headers, body: { ...NEW, username: 'linked2', email } });
  const { token } = (await site.signIn('linked', PASSWORD)).data;
  await request('POST /accounts/delete-link', { token, headers, body: {} });
  await request('PUT /accounts/password', {
    token,
    headers,
    body: { old_password: PASSWORD, new_password: 'a new one here' },
  });
  const mails = await site.mailsTo(email);
  assert.deepEqual(mails.map((mail) => mail.kind).sort(), [
    ...['address-in-use', 'delete-account', 'password-changed', 'reset-password', 'verify-email'],
  ]);
  for (const mail of mails) {
    const whole = `${mail.subject} ${mail.text_part} ${mail.html_part}`;
    assert.ok(!whole.includes('evil.example'), mail.kind);
    const links = [...whole.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => new URL(link).origin);
    assert.ok(links.length >= 2, mail.kind);
    for (const origin of links) assert.equal(origin, PUBLIC_URL, mail.kind);
  }
});
