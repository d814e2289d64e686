import '../server-only.ts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { unnamedOperator } from '#tests/support/settings.ts';
import { type Config, OPERATOR_SETTINGS, readConfig, SETTINGS } from './config.ts';
import { isPublicSite } from './operator.ts';

const secret = 'a-secret-of-thirty-two-bytes-abcd';

function configOf(env: Record<string, string>): Config {
  const result = readConfig(env);
  assert.ok(result.ok, result.ok ? '' : result.problems.join('\n'));
  return result.config;
}

// Interface, Running: PORT is 3000, HOST 127.0.0.1 and PUBLIC_URL http://localhost:$PORT by default
// Interface, Running: DATA_DIR is ./data, and holds everything that the site writes by itself
// Interface, Running: WEB_CONCURRENCY is the number of web processes, 1 by default
// Interface, Running: RATE_LIMITS is on by default
// Interface, Running: TRUST_PROXY is off by default, and takes addresses of proxies as CIDR blocks
// Interface, Accounts: token is valid for 15 minutes
// Interface, Security, law, operations: With REMOTE_IMAGES=click a picture is loaded when it is clicked
test('without any variable every setting has its documented default', () => {
  assert.deepEqual(configOf({}), {
    nodeEnv: 'production',
    logLevel: 'info',
    logLevelGiven: false,
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    publicUrlGiven: false,
    dataDir: join(process.cwd(), 'data'),
    databaseUrl: undefined,
    databaseReplicaUrl: undefined,
    databaseDirectUrl: undefined,
    webConcurrency: 1,
    smtpUrl: undefined,
    mailFrom: 'Nightstand <no-reply@localhost>',
    replyTo: undefined,
    operator: unnamedOperator,
    operatorSettingsMissing: OPERATOR_SETTINGS,
    secret: undefined,
    google: undefined,
    age: undefined,
    rateLimits: true,
    strangerRequestsPerHour: 600,
    accessTokenSeconds: 900,
    trustProxy: [],
    registration: 'open',
    signUpSeconds: 2,
    sampleLibrary: true,
    staffSecondFactor: 'optional',
    exitUrl: 'https://www.wikipedia.org/',
    remoteImages: 'click',
    aiTraining: 'refused',
    metrics: undefined,
    pushServices: [],
    leastFreeMegabytes: 256,
    given: [],
    mistyped: [],
  } satisfies Config);
});

test('an empty or blank variable counts as unset, an unknown one is ignored', () => {
  const empty = Object.fromEntries(
    ['PORT', 'HOST', 'PUBLIC_URL', 'DATABASE_URL', 'SECRET', 'GOOGLE_CLIENT_ID', 'NODE_ENV'].map((name) => [
      name,
      '',
    ]),
  );
  assert.deepEqual(configOf({ ...empty, TRUST_PROXY: '  ', FOO: 'bar', PORTS: 'x' }), configOf({}));
});

test('the table in README names every setting, and no other', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
  const [, table = ''] = /\| variable \| default \| meaning \|\n(.*?)\n\n/s.exec(readme) ?? [];
  const named = table.split('\n').flatMap((row) => row.split('|')[1]?.match(/[A-Z][A-Z_]+/g) ?? []);
  assert.deepEqual(named.toSorted(), SETTINGS.toSorted());
  assert.ok(SETTINGS.length > 25);
  for (const name of OPERATOR_SETTINGS) assert.ok(SETTINGS.includes(name), name);
});

const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'hush' };
const database = 'postgres://u:p@db/n';
const accepted: [Record<string, string>, Partial<Config>][] = [
  [{ PORT: '0' }, { port: 0, publicUrl: 'http://localhost:0' }],
  [{ PORT: ' 8080 ' }, { port: 8080, publicUrl: 'http://localhost:8080' }],
  [{ PORT: '65535' }, { port: 65_535 }],
  [{ HOST: '::' }, { host: '::' }],
  [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
  [{ HOST: 'web-1.internal' }, { host: 'web-1.internal' }],
  [
    { PUBLIC_URL: 'https://Stories.Example/' },
    { publicUrl: 'https://stories.example', publicUrlGiven: true },
  ],
  [
    { PUBLIC_URL: 'http://stories.example:8080', PORT: '4000' },
    { publicUrl: 'http://stories.example:8080', mailFrom: 'Nightstand <no-reply@stories.example>' },
  ],
  [{ DATA_DIR: '/srv/x/../data' }, { dataDir: '/srv/data' }],
  [{ DATA_DIR: 'there' }, { dataDir: join(process.cwd(), 'there') }],
  [{ DATABASE_URL: database }, { databaseUrl: database }],
  [{ DATABASE_URL: 'postgresql://u@/n?host=/run/pg' }, { databaseUrl: 'postgresql://u@/n?host=/run/pg' }],
  [
    { DATABASE_URL: database, DATABASE_REPLICA_URL: 'postgres://replica/n' },
    { databaseReplicaUrl: 'postgres://replica/n' },
  ],
  [{ WEB_CONCURRENCY: '4' }, { webConcurrency: 4 }],
  [{ SMTP_URL: 'smtps://u:p@mail:465' }, { smtpUrl: 'smtps://u:p@mail:465' }],
  [{ MAIL_FROM: 'a@b.example' }, { mailFrom: 'a@b.example' }],
  [{ MAIL_FROM: 'Night Stand <a@b.example>' }, { mailFrom: 'Night Stand <a@b.example>' }],
  [{ REPLY_TO: 'Desk <desk@b.example>' }, { replyTo: 'Desk <desk@b.example>' }],
  [
    { OPERATOR_NAME: 'Night Press Ltd', OPERATOR_COUNTRY: 'Ireland', OPERATOR_EMAIL: 'desk@b.example' },
    {
      replyTo: 'desk@b.example',
      operator: {
        ...unnamedOperator,
        ...{ name: 'Night Press Ltd', country: 'Ireland', email: 'desk@b.example', readsReplies: true },
      },
      operatorSettingsMissing: ['OPERATOR_ADDRESS', 'DMCA_AGENT'],
    },
  ],
  [
    {
      OPERATOR_ADDRESS: '1 Quay Street, Galway,Ireland',
      DMCA_AGENT: 'A. Agent\\nSuite 2, 3 Row\\nagent@b.example',
    },
    {
      operator: {
        ...unnamedOperator,
        address: ['1 Quay Street', 'Galway', 'Ireland'],
        dmcaAgent: ['A. Agent', 'Suite 2, 3 Row', 'agent@b.example'],
      },
    },
  ],
  [
    { OPERATOR_ADDRESS: '1 Quay Street\nGalway' },
    { operator: { ...unnamedOperator, address: ['1 Quay Street', 'Galway'] } },
  ],
  [
    { REPLY_TO: 'desk@b.example' },
    { replyTo: 'desk@b.example', operator: { ...unnamedOperator, readsReplies: true } },
  ],
  [{ REPLY_TO: 'desk@b.example', OPERATOR_EMAIL: 'a@b.example' }, { replyTo: 'desk@b.example' }],
  [{ SECRET: secret }, { secret }],
  [{ SECRET: 'é'.repeat(16) }, { secret: 'é'.repeat(16) }],
  [
    { AGE_PROVIDER: 'eu', AGE_REGIONS: 'always', AGE_ISSUERS: '/etc/age' },
    { age: { regions: 'always', regionHeaders: [], provider: { kind: 'eu', issuers: '/etc/age' } } },
  ],
  [
    {
      ...{ AGE_PROVIDER: 'openid', AGE_REGIONS: 'always', AGE_OPENID_ISSUER: 'https://id.example' },
      ...{ AGE_OPENID_CLIENT_ID: 'id', AGE_OPENID_CLIENT_SECRET: 'hush', AGE_OPENID_SCOPE: 'openid age' },
    },
    {
      age: {
        regions: 'always',
        regionHeaders: [],
        provider: {
          ...{ kind: 'openid', issuer: 'https://id.example', clientId: 'id', clientSecret: 'hush' },
          ...{ scope: 'openid age', claim: 'age_over_18' },
        },
      },
    },
  ],
  [
    {
      ...{ AGE_PROVIDER: 'eu', AGE_REGIONS: 'gb, US-TX', AGE_ISSUERS: '/etc/age' },
      ...{ REGION_HEADER: 'CF-IPCountry,cf-region-code', TRUST_PROXY: '10.0.0.0/8' },
    },
    {
      age: {
        regions: new Set(['GB', 'US-TX']),
        regionHeaders: ['cf-ipcountry', 'cf-region-code'],
        provider: { kind: 'eu', issuers: '/etc/age' },
      },
      trustProxy: ['10.0.0.0/8'],
    },
  ],
  [google, { google: { clientId: 'id', clientSecret: 'hush', issuer: 'https://accounts.google.com' } }],
  [
    { ...google, GOOGLE_ISSUER: 'http://127.0.0.1:9000' },
    { google: { clientId: 'id', clientSecret: 'hush', issuer: 'http://127.0.0.1:9000' } },
  ],
  [
    { ...google, GOOGLE_ISSUER: 'http://[::1]:9000' },
    { google: { clientId: 'id', clientSecret: 'hush', issuer: 'http://[::1]:9000' } },
  ],
  [{ RATE_LIMITS: 'off' }, { rateLimits: false }],
  [{ REGISTRATION: 'invite' }, { registration: 'invite' }],
  [{ SAMPLE_LIBRARY: 'off' }, { sampleLibrary: false }],
  [{ STAFF_SECOND_FACTOR: 'required' }, { staffSecondFactor: 'required' }],
  [{ METRICS_PORT: '9100' }, { metrics: { port: 9100, host: '127.0.0.1' } }],
  [{ METRICS_PORT: '9100', METRICS_HOST: '::1' }, { metrics: { port: 9100, host: '::1' } }],
  [{ METRICS_HOST: '::1' }, { metrics: undefined }],
  [{ REMOTE_IMAGES: 'off' }, { remoteImages: 'off' }],
  [{ AI_TRAINING: 'authors' }, { aiTraining: 'authors' }],
  [{ EXIT_URL: 'https://weather.example/today?c=1' }, { exitUrl: 'https://weather.example/today?c=1' }],
  [{ TRUST_PROXY: 'off' }, { trustProxy: [] }],
  [
    { TRUST_PROXY: '10.0.0.0/8, fd00::/8,192.0.2.7,::1' },
    { trustProxy: ['10.0.0.0/8', 'fd00::/8', '192.0.2.7/32', '::1/128'] },
  ],
  [{ NODE_ENV: 'test' }, { nodeEnv: 'test' }],
  [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
];
for (const [env, expected] of accepted) {
  // Interface, Running: PORT is 3000, HOST 127.0.0.1 and PUBLIC_URL http://localhost:$PORT by default
  // Interface, Running: GOOGLE_ISSUER is Google’s by default
  // Interface, Running: TRUST_PROXY is off by default, and takes addresses of proxies as CIDR blocks
  test(`${JSON.stringify(env)} is taken`, () => {
    const config = configOf(env);
    for (const [key, value] of Object.entries(expected)) assert.deepEqual(config[key as keyof Config], value);
  });
}

const canary = 'hunter2canary';
const refused: [string, string, RegExp][] = [
  ['PORT', '65536', /got "65536"; it takes a whole number from 0 to 65535/],
  ['PORT', '-1', /got "-1"/],
  ['PORT', '80.5', /got "80.5"/],
  ['PORT', '0x50', /got "0x50"/],
  ['PORT', 'http\nx', /got "http\\nx"/],
  ['HOST', 'local host', /got "local host"/],
  ['HOST', '127.0.0.1:80', /without port/],
  ['HOST', '300.0.0.1', /got "300.0.0.1"/],
  ['PUBLIC_URL', 'stories.example', /not such a URL/],
  ['PUBLIC_URL', 'https://stories.example/base', /without path/],
  ['PUBLIC_URL', 'https://stories.example/?a=1', /without path/],
  ['PUBLIC_URL', 'ftp://stories.example', /got "ftp:/],
  ['PUBLIC_URL', `https://me:${canary}@stories.example`, /\*\*\*@stories/],
  ['PUBLIC_URL', `https://stories.example/#${canary}`, /stories\.example\/#\*\*\*"/],
  ['DATA_DIR', 'a\0b', /control characters/],
  ['DATA_DIR', 'a\nb', /control characters/],
  ['DATABASE_URL', `mysql://db/me:${canary}@n`, /not such a URL/],
  ['HOST', 'a b '.repeat(30), /got "[ab ]{80}…"/],
  ['REGION_HEADER', 'cf ipcountry', /the name of a header/],
  ['DATABASE_URL', 'mysql://db/n', /begins with postgres:\/\/ or postgresql:\/\//],
  ['DATABASE_URL', `mysql://me:${canary}@db/n?password=${canary}`, /\*\*\*@db\/n\?\*\*\*/],
  ['DATABASE_URL', `me:${canary}@db`, /it takes a URL/],
  ['DATABASE_URL', `postgres:/me:${canary}@db`, /it takes a URL/],
  ['DATABASE_URL', `postgres//me:${canary}@db`, /not such a URL/],
  ['DATABASE_REPLICA_URL', `http://me:${canary}@db/n`, /it takes a URL/],
  ['WEB_CONCURRENCY', '0', /from 1 to 128/],
  ['WEB_CONCURRENCY', 'auto', /got "auto"/],
  ['SMTP_URL', `http://me:${canary}@mail`, /begins with smtp:\/\/ or smtps:\/\//],
  ['MAIL_FROM', 'nobody', /got "nobody"/],
  ['MAIL_FROM', 'a@b.example\r\nBcc: c@d.example', /got "a@b.example\\r\\nBcc/],
  ['REPLY_TO', 'desk', /got "desk"; it takes an email address/],
  ['OPERATOR_NAME', 'Night\nPress', /a single line of up to 200 characters/],
  ['OPERATOR_COUNTRY', 'x'.repeat(201), /up to 200 characters/],
  ['OPERATOR_EMAIL', 'Desk <desk@b.example>', /it takes a bare email address/],
  ['OPERATOR_EMAIL', 'desk@b.example, b@b.example', /it takes a bare email address/],
  ['OPERATOR_ADDRESS', ' , ,', /up to 12 lines/],
  ['OPERATOR_ADDRESS', Array(13).fill('line').join('\\n'), /up to 12 lines/],
  ['DMCA_AGENT', 'A. Agent\tSuite', /up to 12 lines/],
  ['SECRET', canary, /got 13 bytes \(not shown\); it takes at least 32 bytes/],
  ['GOOGLE_ISSUER', 'http://accounts.google.com', /an https URL/],
  ['PUSH_SERVICES', 'push.example', /got "push.example"/],
  ['PUSH_SERVICES', 'http://push.example', /http only on this machine/],
  ['PUSH_SERVICES', 'https://push.example/path', /https origins/],
  ['RATE_LIMITS', 'false', /got "false"; it takes on or off/],
  ['REGISTRATION', 'off', /it takes open, invite, closed/],
  ['SIGN_UP_SECONDS', '61', /from 0 to 60/],
  ['SAMPLE_LIBRARY', 'On', /it takes on or off/],
  ['STAFF_SECOND_FACTOR', 'on', /it takes optional, required/],
  ['EXIT_URL', 'weather.example', /the http or https address of a page/],
  ['EXIT_URL', 'javascript:alert(1)', /the http or https address of a page/],
  ['EXIT_URL', `https://me:${canary}@weather.example/`, /\*\*\*@weather/],
  ['AGE_PROVIDER', 'uk', /it takes eu, openid/],
  ['AGE_REGIONS', 'Germany', /such as EU,GB,US-TX/],
  ['AGE_REGIONS', 'EU,UK', /got "EU,UK"; it takes always, or codes/],
  ['AGE_REGIONS', 'US-TX,QQ', /such as EU,GB,US-TX/],
  ['REGION_HEADER', 'a,b,c', /or two with a comma/],
  ['TRUST_PROXY', '1', /never a number/],
  ['TRUST_PROXY', 'true', /got "true"/],
  ['TRUST_PROXY', '10.0.0.0/33', /got "10.0.0.0\/33"/],
  ['TRUST_PROXY', '0.0.0.0/0', /never a number or \/0/],
  ['TRUST_PROXY', '10.0.0.1,', /got/],
  ['TRUST_PROXY', 'loopback', /got/],
  ['NODE_ENV', 'prod', /it takes development, production, test/],
  ['LOG_LEVEL', 'verbose', /it takes trace, debug, info/],
];
for (const [name, value, line] of refused) {
  // Interface, Running: SECRET has at least 32 bytes
  // Interface, Running: A wrong value stops the start with one line that names the variable, its value and what it takes
  test(`${name}=${JSON.stringify(value)} is refused in one line that shows no secret`, () => {
    const result = readConfig({ [name]: value });
    assert.ok(!result.ok);
    const own = result.problems.filter((problem) => problem.startsWith(`${name} got `));
    assert.equal(own.length, 1);
    assert.match(own[0] ?? '', line);
    assert.doesNotMatch(result.problems.join(), new RegExp(`${canary}|\n`));
  });
}

test('all wrong values are told at once', () => {
  const result = readConfig({ PORT: 'x', RATE_LIMITS: 'x', HOST: 'x y' });
  assert.equal(result.ok || result.problems.length, 3);
});

test('half of a pair is told with the name of the missing half', () => {
  const halves: [Record<string, string>, RegExp][] = [
    [{ GOOGLE_CLIENT_ID: 'x' }, /^GOOGLE_CLIENT_SECRET is not set/],
    [{ GOOGLE_CLIENT_SECRET: canary }, /^GOOGLE_CLIENT_ID is not set/],
    [{ AGE_PROVIDER: 'eu' }, /^AGE_REGIONS is not set.*,AGE_ISSUERS is not set/],
    [{ AGE_REGIONS: 'always' }, /^AGE_PROVIDER is not set/],
    [{ AGE_PROVIDER: 'openid', AGE_REGIONS: 'always' }, /^AGE_OPENID_ISSUER is not set/],
    [{ AGE_PROVIDER: 'eu', AGE_REGIONS: 'EU', AGE_ISSUERS: '/x' }, /^REGION_HEADER is not set/],
    [{ REGION_HEADER: 'cf-ipcountry' }, /^TRUST_PROXY is off/],
    [{ DATABASE_REPLICA_URL: database }, /^DATABASE_URL is not set/],
    [{ DATABASE_DIRECT_URL: database }, /^DATABASE_URL is not set/],
  ];
  for (const [env, line] of halves) {
    const result = readConfig(env);
    assert.ok(!result.ok);
    assert.match(result.problems.join(), line);
    assert.doesNotMatch(result.problems.join(), new RegExp(canary));
  }
});

// Interface, Security, law, operations: A public site lists the missing operator settings at every start
test('only a site that others can reach has to name its operator', () => {
  const table: [string, boolean][] = [
    ['https://stories.example', true],
    ['http://8.8.8.8:8080', true],
    ['https://[2606:4700::1111]', true],
    ['http://localhost:3000', false],
    ['http://night.localhost', false],
    ['http://127.0.0.1:5200', false],
    ['http://[::1]:3000', false],
    ['http://192.168.1.20', false],
    ['http://10.0.0.7:3000', false],
    ['http://[fd00::7]', false],
    ['http://nas:3000', false],
    ['http://nas.local', false],
    ['http://nas.home.arpa', false],
  ];
  for (const [url, isPublic] of table) assert.equal(isPublicSite(url), isPublic, url);
});
