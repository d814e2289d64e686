import '../server-only.ts';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { readMailbox } from '../mail/mail-address.ts';

export type Environment = Record<string, string | undefined>;

/** What a variable takes, how its text is read (undefined: refused), and how a refused text may be shown. */
export type ValueKind<T> = {
  takes: string;
  read: (text: string) => T | undefined;
  show?: (text: string) => string;
};

export type SettingsReader = {
  <T>(name: string, kind: ValueKind<T>): T | undefined;
  problems: string[];
  isSet: (name: string) => boolean;
};

/** A reader that collects one line for every wrong value, so that one start shows them all. */
export function settingsReader(env: Environment): SettingsReader {
  const problems: string[] = [];
  const isSet = (name: string) => (env[name] ?? '').trim() !== '';
  const read = <T>(name: string, kind: ValueKind<T>): T | undefined => {
    if (!isSet(name)) return undefined;
    const text = (env[name] ?? '').trim();
    const value = kind.read(text);
    if (value === undefined)
      problems.push(`${name} got ${(kind.show ?? quoted)(text)}; it takes ${kind.takes}`);
    return value;
  };
  return Object.assign(read, { problems, isSet });
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

// A text that cannot be taken apart as a URL of a server may hold its password anywhere, also one slash short.
function shownUrl(text: string): string {
  const url = parsedUrl(text);
  const place = url ? `${url.host}${url.pathname}`.slice(0, 80) : '@';
  if (!url || !/^[a-z]+:\/\//i.test(text) || place.includes('@'))
    return `${text.length} characters that are not such a URL (not shown: they may hold a password)`;
  const secrets = url.username || url.password ? '***@' : '';
  const rest = `${url.search ? '?***' : ''}${url.hash ? '#***' : ''}`;
  return quoted(`${url.protocol}//${secrets}${place}${rest}`);
}

function parsedUrl(text: string): URL | undefined {
  // PostgreSQL's URLs for a local socket have a user and no host, which the URL standard knows nothing of.
  return URL.parse(text) ?? URL.parse(text.replace('@/', '@localhost/')) ?? undefined;
}

/** A whole number in decimal digits. */
export function aWholeNumber(least: number, most: number): ValueKind<number> {
  return {
    takes: `a whole number from ${least} to ${most}`,
    read: (text) => {
      const value = Number(text);
      return /^\d{1,9}$/.test(text) && value >= least && value <= most ? value : undefined;
    },
  };
}

/** One word of a list. */
export function aChoice<const T extends string>(...words: T[]): ValueKind<T> {
  return { takes: words.join(', '), read: (text) => words.find((word) => word === text) };
}

export const aSwitch: ValueKind<boolean> = {
  takes: 'on or off',
  read: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
};

export const anyText: ValueKind<string> = {
  takes: 'a text of one line',
  // A NUL or a line break gets here only by accident and would end up in a path or in a header.
  read: (text) => (/\p{Cc}/u.test(text) ? undefined : text),
  show: () => 'a text with control characters',
};

const MAX_LINE_CHARACTERS = 200;
const MAX_LINES = 12;

/** A name that is shown on pages. */
export const aName: ValueKind<string> = {
  takes: `a text of one line with up to ${MAX_LINE_CHARACTERS} characters`,
  read: (text) => (isLine(text) ? text : undefined),
};

function isLine(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) && [...text].length <= MAX_LINE_CHARACTERS;
}

/** A postal address and the like: an environment file holds one line only, so `\n` may be written out. */
export const someLines: ValueKind<string[]> = {
  takes: `up to ${MAX_LINES} lines of up to ${MAX_LINE_CHARACTERS} characters, separated by \\n or by commas`,
  read: (text) => {
    const parts = text.split(/\\n|\r?\n/);
    const lines = (parts.length > 1 ? parts : text.split(',')).map((line) => line.trim());
    const filled = lines.filter((line) => line !== '');
    return filled.length > 0 && filled.length <= MAX_LINES && filled.every(isLine) ? filled : undefined;
  },
};

/** A mail address alone, because it becomes a link on pages. */
export const anEmailAddress: ValueKind<string> = {
  takes: 'an address alone, such as contact@example.org',
  read: (text) => (text.includes('<') ? undefined : readMailbox(text)?.address),
};

export const aSecret: ValueKind<string> = {
  takes: 'at least 32 bytes of random text, such as `openssl rand -base64 48` prints',
  read: (text) => (Buffer.byteLength(text) >= 32 ? text : undefined),
  show: (text) => `${Buffer.byteLength(text)} bytes (not shown)`,
};

export const aHost: ValueKind<string> = {
  takes: 'an address or a host name without port, such as 127.0.0.1, :: or localhost',
  read: (text) => {
    if (isIP(text)) return text;
    const labels = text.split('.');
    // Digits and dots that are no address are a mistyped address, which a resolver would ask the network about.
    const named = labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(label));
    return named && text.length <= 253 && !/^[\d.]+$/.test(text) ? text : undefined;
  },
};

export const aPublicUrl: ValueKind<string> = {
  takes: 'the http or https address of the site without path, such as https://stories.example',
  read: (text) => {
    const url = parsedUrl(text);
    if (!url || !/^https?:\/\//i.test(text) || url.username || url.password) return undefined;
    return url.pathname === '/' && !/[?#]/.test(text) ? url.origin : undefined;
  },
  show: shownUrl,
};

/** Any page of the web; http only where the page's own site knows no better. */
export const aWebPage: ValueKind<string> = {
  takes: 'the http or https address of a page, such as https://www.wikipedia.org/',
  read: (text) => {
    const url = parsedUrl(text);
    if (!url || !/^https?:\/\//i.test(text) || url.username || url.password) return undefined;
    return url.href;
  },
  show: shownUrl,
};

/** The URL of a server of another kind than http; kept as it was written. */
export function aServerUrl(...protocols: string[]): ValueKind<string> {
  return {
    takes: `a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    read: (text) => {
      const url = parsedUrl(text);
      if (!url || !protocols.includes(url.protocol) || !/^[a-z]+:\/\/./i.test(text)) return undefined;
      return url.host || url.searchParams.get('host') ? text : undefined;
    },
    show: shownUrl,
  };
}

export const anIssuer: ValueKind<string> = {
  takes: 'an https URL without query, such as https://accounts.google.com (http only on this machine)',
  read: (text) => {
    const url = parsedUrl(text);
    if (!url || url.username || url.password || /[?#]/.test(text)) return undefined;
    // Sign-in over plain http is open to anyone on the way; on this machine it is the tests' stand-in for Google.
    const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
    // An issuer is compared letter by letter, so it is kept as written.
    return url.protocol === 'https:' || (url.protocol === 'http:' && local) ? text : undefined;
  },
  show: shownUrl,
};

export const aMailAddress: ValueKind<string> = {
  takes: 'an address such as stories@example.org or Nightstand <stories@example.org>',
  read: (text) => (readMailbox(text) ? text : undefined),
};

export const theProxies: ValueKind<string[]> = {
  // Fastify reads a number as "trust nobody", and a block of everything lets every visitor choose his address.
  takes:
    'off, or addresses and CIDR blocks with commas between, such as 10.0.0.0/8,fd00::/8; never a number or /0',
  read: (text) => {
    if (text === 'off') return [];
    const blocks = text.split(',').map((part) => proxyBlock(part.trim()));
    return blocks.every((block) => block !== undefined) ? blocks : undefined;
  },
};

function proxyBlock(text: string): string | undefined {
  const [address = '', bits, ...more] = text.split('/');
  if (!isIP(address) || more.length > 0 || address.includes('%')) return undefined;
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  const prefix = bits ?? (family === 'ipv4' ? '32' : '128');
  if (!/^[1-9]\d{0,2}$/.test(prefix)) return undefined;
  try {
    new BlockList().addSubnet(address, Number(prefix), family);
  } catch {
    return undefined;
  }
  return `${address}/${prefix}`;
}
