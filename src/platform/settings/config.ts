import '../server-only.ts';
import { resolve } from 'node:path';
import { z } from 'zod';
import { AI_TRAINING } from '#base/ai-training.ts';
import { DEFAULT_EXIT_URL } from '#base/discreet.ts';
import { LIMITS } from '#base/limits.ts';
import { REGISTRATION_MODES } from '#base/registration.ts';
import { REMOTE_IMAGES } from '#base/remote-images.ts';
import { DEFAULT_SITE_NAME } from '#base/site-name.ts';
import { findMistypedSettings, type MistypedSetting } from './mistyped-settings.ts';
import type { Operator } from './operator.ts';
import * as kinds from './setting-kinds.ts';

const { oneOf, host, lines, mailbox, name, onOff, serverUrl, text, wholeNumber } = kinds;
const { stranger_requests: strangers } = LIMITS;
const databaseUrl = serverUrl('postgres:', 'postgresql:').optional();

/** Names the variable that a setting is read from. */
const fromVariable = <S extends z.ZodType>(variable: string, schema: S): S => schema.meta({ variable });

const settings = z.object({
  nodeEnv: fromVariable('NODE_ENV', oneOf('development', 'production', 'test').default('production')),
  logLevel: fromVariable(
    'LOG_LEVEL',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').optional(),
  ),
  /** 0 takes any free port, for tests. */
  port: fromVariable('PORT', wholeNumber(0, 65_535).default(3000)),
  host: fromVariable('HOST', host.default('127.0.0.1')),
  publicUrl: fromVariable('PUBLIC_URL', kinds.originUrl.optional()),
  dataDir: fromVariable(
    'DATA_DIR',
    text.default('./data').transform((path) => resolve(path)),
  ),
  databaseUrl: fromVariable('DATABASE_URL', databaseUrl),
  databaseReplicaUrl: fromVariable('DATABASE_REPLICA_URL', databaseUrl),
  /** Direct connection when `databaseUrl` is a pooler. */
  databaseDirectUrl: fromVariable('DATABASE_DIRECT_URL', databaseUrl),
  webConcurrency: fromVariable('WEB_CONCURRENCY', wholeNumber(1, 128).default(1)),
  smtpUrl: fromVariable('SMTP_URL', serverUrl('smtp:', 'smtps:').optional()),
  mailFrom: fromVariable('MAIL_FROM', mailbox.optional()),
  replyTo: fromVariable('REPLY_TO', mailbox.optional()),
  operatorName: fromVariable('OPERATOR_NAME', name.optional()),
  operatorAddress: fromVariable('OPERATOR_ADDRESS', lines.default([])),
  operatorEmail: fromVariable('OPERATOR_EMAIL', kinds.mailAddress.optional()),
  operatorCountry: fromVariable('OPERATOR_COUNTRY', name.optional()),
  dmcaAgent: fromVariable('DMCA_AGENT', lines.default([])),
  secret: fromVariable('SECRET', kinds.secret.optional()),
  googleClientId: fromVariable('GOOGLE_CLIENT_ID', text.optional()),
  googleClientSecret: fromVariable('GOOGLE_CLIENT_SECRET', text.optional()),
  googleIssuer: fromVariable('GOOGLE_ISSUER', kinds.issuerUrl.default('https://accounts.google.com')),
  rateLimits: fromVariable('RATE_LIMITS', onOff.default(true)),
  /** For each bucket of requests by which strangers cause mail. */
  strangerRequestsPerHour: fromVariable(
    'STRANGER_REQUESTS_PER_HOUR',
    wholeNumber(strangers.least, strangers.most).default(strangers.shipped),
  ),
  accessTokenSeconds: fromVariable('ACCESS_TOKEN_SECONDS', wholeNumber(1, 3_600).default(900)),
  /** CIDR blocks in the form of Fastify's trustProxy; empty: no proxy is trusted. */
  trustProxy: fromVariable('TRUST_PROXY', kinds.proxyList.default([])),
  registration: fromVariable('REGISTRATION', oneOf(...REGISTRATION_MODES).default('open')),
  /** Between opening the form for registering and sending it. */
  signUpSeconds: fromVariable('SIGN_UP_SECONDS', wholeNumber(0, 60).default(2)),
  sampleLibrary: fromVariable('SAMPLE_LIBRARY', onOff.default(true)),
  /** Whether calls of the staff are refused to accounts without a second factor. */
  staffSecondFactor: fromVariable('STAFF_SECOND_FACTOR', oneOf('optional', 'required').default('optional')),
  /** The service that proves a reader's age where the law asks for it; unset: their word is enough. */
  ageProvider: fromVariable('AGE_PROVIDER', oneOf('eu', 'openid').optional()),
  ageRegions: fromVariable('AGE_REGIONS', kinds.ageRegions.optional()),
  regionHeader: fromVariable('REGION_HEADER', kinds.headerNames.default([])),
  ageOpenIdIssuer: fromVariable('AGE_OPENID_ISSUER', kinds.issuerUrl.optional()),
  ageOpenIdClientId: fromVariable('AGE_OPENID_CLIENT_ID', text.optional()),
  ageOpenIdClientSecret: fromVariable('AGE_OPENID_CLIENT_SECRET', text.optional()),
  ageOpenIdScope: fromVariable('AGE_OPENID_SCOPE', text.default('openid')),
  ageOpenIdClaim: fromVariable('AGE_OPENID_CLAIM', text.default('age_over_18')),
  ageIssuers: fromVariable('AGE_ISSUERS', text.transform((path) => resolve(path)).optional()),
  exitUrl: fromVariable('EXIT_URL', kinds.pageUrl.default(DEFAULT_EXIT_URL)),
  remoteImages: fromVariable('REMOTE_IMAGES', oneOf(...REMOTE_IMAGES).default('click')),
  aiTraining: fromVariable('AI_TRAINING', oneOf(...AI_TRAINING).default('refused')),
  /** Services for notifications besides those of the browsers' vendors. */
  pushServices: fromVariable('PUSH_SERVICES', kinds.serviceOrigins.default([])),
  metricsPort: fromVariable('METRICS_PORT', wholeNumber(1, 65_535).optional()),
  metricsHost: fromVariable('METRICS_HOST', host.default('127.0.0.1')),
  /** With less free space the site is read-only. */
  leastFreeMegabytes: fromVariable('LEAST_FREE_MB', wholeNumber(0, 1_000_000).default(256)),
});

const variables = new Map(
  Object.entries(settings.shape).map(([key, schema]) => [key, String(schema.meta()?.variable)]),
);

/** The environment variables of all settings. */
export const SETTINGS = [...variables.values()];

/** The law requires a public site to name its operator, so such a site needs these. */
export const OPERATOR_SETTINGS = [
  'OPERATOR_NAME',
  'OPERATOR_ADDRESS',
  'OPERATOR_EMAIL',
  'OPERATOR_COUNTRY',
  'DMCA_AGENT',
];

/** Variables that need another one to be set. */
const REQUIRED_TOGETHER = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', "Google's value, or unset both"],
  ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID', "Google's value, or unset both"],
  ['AGE_PROVIDER', 'AGE_REGIONS', 'always, or countries such as EU,GB,US-TX'],
  ['AGE_REGIONS', 'AGE_PROVIDER', 'eu or openid'],
  ['DATABASE_REPLICA_URL', 'DATABASE_URL', 'the URL of the database that is replicated'],
  ['DATABASE_DIRECT_URL', 'DATABASE_URL', 'the URL of the pooler before that database'],
] as const;

type AgeProviderSettings =
  | { kind: 'eu'; issuers: string }
  | {
      kind: 'openid';
      issuer: string;
      clientId: string;
      clientSecret: string;
      scope: string;
      claim: string;
    };

export type Config = ReturnType<typeof configOf>;
export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: string[] };

/** Reads the settings from the environment. Each problem is one line: the variable, its value, the accepted values. */
export function readConfig(env: Record<string, string | undefined>): ConfigResult {
  const textOf = (variable: string) => env[variable]?.trim() || undefined;
  const environment = Object.fromEntries([...variables].map(([key, variable]) => [key, textOf(variable)]));
  const { data, error } = settings.safeParse(environment);
  const problems = [
    ...(error?.issues ?? []).map(({ path, message }) => `${variables.get(String(path[0]))} ${message}`),
    ...REQUIRED_TOGETHER.filter(([variable, required]) => textOf(variable) && !textOf(required)).map(
      ([variable, otherVariable, expected]) =>
        `${otherVariable} is not set although ${variable} is; it takes ${expected}`,
    ),
  ];
  problems.push(...(data === undefined ? [] : [...providerProblems(data), ...regionProblems(data)]));
  if (data === undefined || problems.length > 0) return { ok: false, problems };
  const operatorSettingsMissing = OPERATOR_SETTINGS.filter((variable) => !textOf(variable));
  const given = SETTINGS.filter((variable) => textOf(variable) !== undefined);
  const mistyped = findMistypedSettings(Object.keys(env), SETTINGS);
  return { ok: true, config: { ...configOf(data), operatorSettingsMissing, given, mistyped } };
}

/** Each provider has settings of its own. */
function providerProblems(values: z.output<typeof settings>): string[] {
  const { ageProvider, ageIssuers, ageOpenIdIssuer, ageOpenIdClientId, ageOpenIdClientSecret } = values;
  const needed =
    ageProvider === 'eu'
      ? { AGE_ISSUERS: ageIssuers }
      : {
          AGE_OPENID_ISSUER: ageOpenIdIssuer,
          AGE_OPENID_CLIENT_ID: ageOpenIdClientId,
          AGE_OPENID_CLIENT_SECRET: ageOpenIdClientSecret,
        };
  if (ageProvider === undefined) return [];
  return Object.entries(needed)
    .filter(([, value]) => value === undefined)
    .map(
      ([variable]) =>
        `${variable} is not set although AGE_PROVIDER is ${ageProvider}; see docs/operations.md`,
    );
}

/** The region of a visitor is known only from a header, and a header only from a proxy. */
function regionProblems({ ageRegions, regionHeader, trustProxy }: z.output<typeof settings>): string[] {
  if (ageRegions instanceof Set && regionHeader.length === 0)
    return [
      'REGION_HEADER is not set although AGE_REGIONS names countries; it takes the header of your proxy',
    ];
  if (regionHeader.length > 0 && trustProxy.length === 0)
    return [
      'TRUST_PROXY is off although REGION_HEADER is set; it takes the addresses of the proxy that sends it',
    ];
  return [];
}

function configOf(values: z.output<typeof settings>) {
  const { googleClientId, googleClientSecret, googleIssuer, metricsPort, metricsHost, ...rest } = values;
  const { operatorName, operatorAddress, operatorEmail, operatorCountry, dmcaAgent, ...others } = rest;
  const { ageProvider, ageRegions, regionHeader, ageIssuers, ageOpenIdIssuer, ...further } = others;
  const { ageOpenIdClientId, ageOpenIdClientSecret, ageOpenIdScope, ageOpenIdClaim, ...plain } = further;
  const ageProviderSettings: AgeProviderSettings | undefined =
    ageProvider === 'openid' && ageOpenIdIssuer && ageOpenIdClientId && ageOpenIdClientSecret
      ? {
          kind: 'openid',
          issuer: ageOpenIdIssuer,
          clientId: ageOpenIdClientId,
          clientSecret: ageOpenIdClientSecret,
          scope: ageOpenIdScope,
          claim: ageOpenIdClaim,
        }
      : ageProvider === 'eu' && ageIssuers
        ? { kind: 'eu', issuers: ageIssuers }
        : undefined;
  const replyTo = plain.replyTo ?? operatorEmail;
  const publicUrl = plain.publicUrl ?? `http://localhost:${plain.port}`;
  const operator: Operator = {
    name: operatorName,
    address: operatorAddress,
    email: operatorEmail,
    country: operatorCountry,
    dmcaAgent,
    readsReplies: replyTo !== undefined,
  };
  return {
    ...plain,
    logLevel: plain.logLevel ?? 'info',
    logLevelGiven: plain.logLevel !== undefined,
    /**
     * The origin, without a trailing slash. With port 0 and no address given it holds port 0: replace that by the real
     * one.
     */
    publicUrl,
    publicUrlGiven: plain.publicUrl !== undefined,
    mailFrom: plain.mailFrom ?? `${DEFAULT_SITE_NAME} <no-reply@${new URL(publicUrl).hostname}>`,
    /** Receives answers to mails; undefined: they go to the sender, which nobody may read. */
    replyTo,
    operator,
    operatorSettingsMissing: [] as string[],
    /** The variables that are set. */
    given: [] as string[],
    mistyped: [] as MistypedSetting[],
    google:
      googleClientId && googleClientSecret
        ? { clientId: googleClientId, clientSecret: googleClientSecret, issuer: googleIssuer }
        : undefined,
    /** Undefined: readers say that they are adults, and nobody checks it. */
    age:
      ageProviderSettings && ageRegions
        ? { regions: ageRegions, regionHeaders: regionHeader, provider: ageProviderSettings }
        : undefined,
    /** The listener for Prometheus; undefined: none. */
    metrics: metricsPort === undefined ? undefined : { port: metricsPort, host: metricsHost },
  };
}
