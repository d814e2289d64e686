import '../server-only.ts';
import { resolve } from 'node:path';
import { DEFAULT_EXIT_URL } from '#base/discreet.ts';
import { DEFAULT_STRANGER_REQUESTS_PER_HOUR } from '../rate-limits/stranger-quota.ts';
import type { Environment, SettingsReader } from './config-values.ts';
import {
  aChoice,
  aHost,
  aMailAddress,
  aName,
  anEmailAddress,
  anIssuer,
  anyText,
  aPublicUrl,
  aSecret,
  aServerUrl,
  aSwitch,
  aWebPage,
  aWholeNumber,
  settingsReader,
  someLines,
  theProxies,
} from './config-values.ts';
import type { Operator } from './operator.ts';

/** Every setting of the site, checked; what is undefined was not set and has no default. */
export type Config = {
  nodeEnv: 'development' | 'production' | 'test';
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  logLevelGiven: boolean;
  /** 0 takes any free port, for tests. */
  port: number;
  host: string;
  /** The origin, without a slash at the end. With port 0 and none given it holds port 0: put the real one in. */
  publicUrl: string;
  publicUrlGiven: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
  databaseReplicaUrl: string | undefined;
  /** Past a pooler, which databaseUrl leads to; undefined: databaseUrl leads to PostgreSQL itself. */
  databaseDirectUrl: string | undefined;
  webConcurrency: number;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Where answers to mails go; undefined: to the sender, which nobody may read. */
  replyTo: string | undefined;
  operator: Operator;
  /** The settings about the operator that have no value. */
  operatorSettingsMissing: string[];
  secret: string | undefined;
  google: { clientId: string; clientSecret: string; issuer: string } | undefined;
  rateLimits: boolean;
  /** Of each kind of request that strangers cause mail with. */
  strangerRequestsPerHour: number;
  /** How long an access token lives; tests shorten it. */
  accessTokenSeconds: number;
  /** CIDR blocks, as Fastify's trustProxy takes them; empty: nobody is trusted. */
  trustProxy: string[];
  sampleLibrary: boolean;
  /** Where quick exit leads. */
  exitUrl: string;
  /** Where Prometheus reads; undefined: nowhere. */
  metrics: { port: number; host: string } | undefined;
  /** Below so much free space the site writes nothing. */
  leastFreeMegabytes: number;
};

/** The settings that a site for everyone needs, because the law wants its operator named. */
export const OPERATOR_SETTINGS = [
  ...['OPERATOR_NAME', 'OPERATOR_ADDRESS', 'OPERATOR_EMAIL', 'OPERATOR_COUNTRY'],
  ...['DMCA_AGENT', 'REPLY_TO'],
];

export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: string[] };

/** Reads the settings from the environment. Each problem is one line: the variable, what it got, what it takes. */
export function readConfig(env: Environment): ConfigResult {
  const read = settingsReader(env);
  const logLevel = read('LOG_LEVEL', aChoice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'));
  const port = read('PORT', aWholeNumber(0, 65_535)) ?? 3000;
  const givenPublicUrl = read('PUBLIC_URL', aPublicUrl);
  const publicUrl = givenPublicUrl ?? `http://localhost:${port}`;
  const clientId = read('GOOGLE_CLIENT_ID', anyText);
  const clientSecret = read('GOOGLE_CLIENT_SECRET', anyText);
  const issuer = read('GOOGLE_ISSUER', anIssuer) ?? 'https://accounts.google.com';
  const { operator, replyTo, missing } = readOperator(read);
  const config: Config = {
    nodeEnv: read('NODE_ENV', aChoice('development', 'production', 'test')) ?? 'production',
    logLevel: logLevel ?? 'info',
    logLevelGiven: logLevel !== undefined,
    port,
    host: read('HOST', aHost) ?? '127.0.0.1',
    publicUrl,
    publicUrlGiven: givenPublicUrl !== undefined,
    dataDir: resolve(read('DATA_DIR', anyText) ?? './data'),
    databaseUrl: read('DATABASE_URL', aServerUrl('postgres:', 'postgresql:')),
    databaseReplicaUrl: read('DATABASE_REPLICA_URL', aServerUrl('postgres:', 'postgresql:')),
    databaseDirectUrl: read('DATABASE_DIRECT_URL', aServerUrl('postgres:', 'postgresql:')),
    webConcurrency: read('WEB_CONCURRENCY', aWholeNumber(1, 128)) ?? 1,
    smtpUrl: read('SMTP_URL', aServerUrl('smtp:', 'smtps:')),
    mailFrom: read('MAIL_FROM', aMailAddress) ?? `Nightstand <no-reply@${new URL(publicUrl).hostname}>`,
    replyTo,
    operator,
    operatorSettingsMissing: missing,
    secret: read('SECRET', aSecret),
    google: clientId && clientSecret ? { clientId, clientSecret, issuer } : undefined,
    rateLimits: read('RATE_LIMITS', aSwitch) ?? true,
    strangerRequestsPerHour:
      read('STRANGER_REQUESTS_PER_HOUR', aWholeNumber(1, 1_000_000)) ?? DEFAULT_STRANGER_REQUESTS_PER_HOUR,
    accessTokenSeconds: read('ACCESS_TOKEN_SECONDS', aWholeNumber(1, 3_600)) ?? 900,
    trustProxy: read('TRUST_PROXY', theProxies) ?? [],
    sampleLibrary: read('SAMPLE_LIBRARY', aSwitch) ?? true,
    metrics: undefined,
    exitUrl: read('EXIT_URL', aWebPage) ?? DEFAULT_EXIT_URL,
    leastFreeMegabytes: read('LEAST_FREE_MB', aWholeNumber(0, 1_000_000)) ?? 256,
  };

  const metricsPort = read('METRICS_PORT', aWholeNumber(1, 65_535));
  const metricsHost = read('METRICS_HOST', aHost) ?? '127.0.0.1';
  if (metricsPort !== undefined) config.metrics = { port: metricsPort, host: metricsHost };

  const { problems, isSet } = read;
  if (isSet('GOOGLE_CLIENT_ID') !== isSet('GOOGLE_CLIENT_SECRET')) {
    const [missing, given] = isSet('GOOGLE_CLIENT_ID')
      ? ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID']
      : ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'];
    problems.push(`${missing} is not set although ${given} is; it takes Google's value, or unset both`);
  }
  if (isSet('DATABASE_REPLICA_URL') && !isSet('DATABASE_URL'))
    problems.push(
      'DATABASE_URL is not set although DATABASE_REPLICA_URL is; it takes the URL of the database that is replicated',
    );
  if (isSet('DATABASE_DIRECT_URL') && !isSet('DATABASE_URL'))
    problems.push(
      'DATABASE_URL is not set although DATABASE_DIRECT_URL is; it takes the URL of the pooler before that database',
    );
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config };
}

function readOperator(read: SettingsReader) {
  const email = read('OPERATOR_EMAIL', anEmailAddress);
  const replyTo = read('REPLY_TO', aMailAddress) ?? email;
  const operator: Operator = {
    name: read('OPERATOR_NAME', aName),
    address: read('OPERATOR_ADDRESS', someLines) ?? [],
    email,
    country: read('OPERATOR_COUNTRY', aName),
    dmcaAgent: read('DMCA_AGENT', someLines) ?? [],
    readsReplies: replyTo !== undefined,
  };
  const missing = OPERATOR_SETTINGS.filter((name) => !read.isSet(name));
  return { operator, replyTo, missing };
}
