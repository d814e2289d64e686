/** Tokens of user agents, most specific first: most browsers also claim to be Chrome or Safari. */
const BROWSERS: readonly [token: RegExp, name: string][] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\//, 'Chrome'],
  // Others than Safari that name it were found above.
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly [token: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A user agent as its owner would name it, such as "Firefox on Linux"; null if neither part is known. */
export function deviceLabel(userAgent: string): string | null {
  const nameIn = (table: typeof BROWSERS) => table.find(([token]) => token.test(userAgent))?.[1];
  const browser = nameIn(BROWSERS);
  const system = nameIn(SYSTEMS);
  if (browser === undefined && system === undefined) return null;
  if (system === undefined) return browser ?? null;
  return `${browser ?? 'A program'} on ${system}`;
}

/** The beginning of a network address as its owner may recognise it; null if it is unknown. */
export function networkLabel(network: string): string | null {
  if (/^\d+\.\d+\.\d+$/.test(network)) return `${network}.x`;
  const groups = /^([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})[0-9a-f]{4}$/.exec(network)?.slice(1);
  return groups === undefined ? null : `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}:…`;
}
