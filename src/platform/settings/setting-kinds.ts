import '../server-only.ts';
import { isIP, isIPv4 } from 'node:net';
import { z } from 'zod';
import { readMailbox } from '../mail/mail-address.ts';
import { type AgeRegions, ageRegionsOf } from './age-regions.ts';

/** A kind of value: its description, its schema, and the form in which a wrong value may be shown. */
function kind<T>(expected: string, schema: z.ZodType<T, string>, show = quoted) {
  return z.string().transform((text, context) => {
    const { success, data } = schema.safeParse(text);
    if (success) return data;
    context.addIssue(`got ${show(text)}; it takes ${expected}`);
    return z.NEVER;
  });
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

export const wholeNumber = (min: number, max: number) =>
  kind(
    `a whole number from ${min} to ${max}`,
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .pipe(z.int().min(min).max(max)),
  );

export const oneOf = <const T extends string>(...choices: T[]) => kind(choices.join(', '), z.enum(choices));

export const onOff = kind('on or off', z.enum(['on', 'off'])).transform((word) => word === 'on');

/** A NUL or a line break gets here only by accident, and would end up in a path or in a header. */
export const text = kind(
  'a single line of text',
  z.string().regex(/^\P{Cc}+$/u),
  () => 'text with control characters',
);

const MAX_LINE_CHARACTERS = 200;
const MAX_LINES = 12;
const line = z.string().regex(new RegExp(`^[^\\p{Cc}\\p{Zl}\\p{Zp}]{1,${MAX_LINE_CHARACTERS}}$`, 'u'));

/** A name that is shown on pages. */
export const name = kind(`a single line of up to ${MAX_LINE_CHARACTERS} characters`, line);

/** A postal address and the like; environment files hold one line only, so `\n` may be written out. */
export const lines = kind(
  `up to ${MAX_LINES} lines of up to ${MAX_LINE_CHARACTERS} characters, separated by \\n or by commas`,
  z
    .string()
    .transform((all) => all.split(/\\n|\n/.test(all) ? /\\n|\r?\n/ : ','))
    .transform((parts) => parts.map((part) => part.trim()).filter((part) => part !== ''))
    .pipe(z.array(line).min(1).max(MAX_LINES)),
);

export const mailbox = kind(
  'an email address such as stories@example.org or Nightstand <stories@example.org>',
  z.string().refine((value) => readMailbox(value) !== undefined),
);

/** Alone, because it becomes a link on pages. */
export const mailAddress = kind(
  'a bare email address, such as contact@example.org',
  z.string().refine((given) => !given.includes('<') && readMailbox(given) !== undefined),
);

export const secret = kind(
  'at least 32 bytes of random text, such as `openssl rand -base64 48` prints',
  z.string().refine((given) => Buffer.byteLength(given) >= 32),
  (given) => `${Buffer.byteLength(given)} bytes (not shown)`,
);

/** Digits and dots that form no address are a mistyped address; the resolver would look them up in the network. */
export const host = kind(
  'an address or a host name without port, such as 127.0.0.1, :: or localhost',
  z.union([z.string().refine(isIP), z.hostname().regex(/[^\d.]/)]),
);

/** Fastify reads a number as “trust nobody”, and a block that covers everything lets visitors choose their address. */
export const proxyList = kind(
  'off, or addresses and CIDR blocks with commas between, such as 10.0.0.0/8,fd00::/8; never a number or /0',
  z
    .string()
    .transform((all) => (all === 'off' ? [] : all.split(',').map((part) => part.trim())))
    .transform((parts) => parts.map((part) => (isIP(part) ? `${part}/${isIPv4(part) ? 32 : 128}` : part)))
    .pipe(z.array(z.union([z.cidrv4(), z.cidrv6()]).refine((block) => !block.endsWith('/0')))),
);

export const ageRegions = kind<AgeRegions>(
  'always, or codes of countries and their parts with commas between, such as EU,GB,US-TX',
  z.string().transform((given, context) => {
    const regions = ageRegionsOf(given);
    if (regions !== undefined) return regions;
    context.addIssue('no regions');
    return z.NEVER;
  }),
);

/** The second header has the part of the country, which most proxies send apart. */
export const headerNames = kind(
  'the name of a header, or two with a comma between, such as cf-ipcountry,cf-region-code',
  z
    .string()
    .transform((all) => all.split(',').map((part) => part.trim().toLowerCase()))
    .pipe(z.array(z.string().regex(/^[a-z\d-]{1,60}$/)).max(2)),
);

/** A URL; `isValid` gets it parsed and as written. */
function url(expected: string, isValid: (url: URL, text: string) => boolean) {
  const isUrl = (given: string) => {
    const parsed = parsedUrl(given);
    return parsed !== undefined && isValid(parsed, given);
  };
  return kind(expected, z.string().refine(isUrl), redactUrl);
}

export const pageUrl = url(
  'the http or https address of a page, such as https://www.wikipedia.org/',
  isWebUrl,
).transform((given) => new URL(given).href);

export const originUrl = url(
  'the http or https address of the site without path, such as https://stories.example',
  (parsed, given) => isWebUrl(parsed, given) && parsed.pathname === '/' && !/[?#]/.test(given),
).transform((given) => new URL(given).origin);

/** The origins of services that the operator runs; plain http only on this machine. */
export const serviceOrigins = kind(
  'off, or https origins with commas between, such as https://push.example (http only on this machine)',
  z
    .string()
    .transform((all) => (all === 'off' ? [] : all.split(',').map((part) => part.trim())))
    .pipe(z.array(z.string().refine(isServiceOrigin))),
);

function isServiceOrigin(given: string): boolean {
  const parsed = parsedUrl(given);
  return parsed !== undefined && parsed.origin === given && isEncryptedOrLocal(parsed);
}

function isEncryptedOrLocal({ protocol, hostname }: URL): boolean {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLocal);
}

/** Stays as written: issuers are compared letter by letter. Plain http serves the tests' stand-in for Google. */
export const issuerUrl = url(
  'an https URL without query, such as https://accounts.google.com (http only on this machine)',
  (parsed, given) =>
    isEncryptedOrLocal(parsed) && parsed.username + parsed.password === '' && !/[?#]/.test(given),
);

export const serverUrl = (...protocols: string[]) =>
  url(
    `a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    ({ protocol, host, searchParams }, given) =>
      protocols.includes(protocol) &&
      /^[a-z]+:\/\/./i.test(given) &&
      (host || searchParams.get('host')) !== null,
  );

function isWebUrl({ username, password }: URL, given: string): boolean {
  return /^https?:\/\//i.test(given) && username + password === '';
}

/** PostgreSQL's URLs for a local socket have a user and no host, which the URL standard forbids. */
function parsedUrl(given: string): URL | undefined {
  return URL.parse(given) ?? URL.parse(given.replace('@/', '@localhost/')) ?? undefined;
}

/** A text that is no URL of a server may hold a password anywhere, even if it lacks only a slash. */
function redactUrl(given: string): string {
  const parsed = parsedUrl(given);
  const location = parsed ? `${parsed.host}${parsed.pathname}`.slice(0, 80) : '@';
  if (!parsed || !/^[a-z]+:\/\//i.test(given) || location.includes('@'))
    return `${given.length} characters that are not such a URL (not shown: they may hold a password)`;
  const secrets = parsed.username || parsed.password ? '***@' : '';
  const rest = `${parsed.search ? '?***' : ''}${parsed.hash ? '#***' : ''}`;
  return quoted(`${parsed.protocol}//${secrets}${location}${rest}`);
}
