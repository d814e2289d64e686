import '../server-only.ts';

/** The countries and parts of them, as in `DE` and `US-TX`, whose visitors have to prove their age; or everywhere. */
export type AgeRegions = 'always' | ReadonlySet<string>;

const MEMBERS_OF_EU =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

const COUNTRY = /^[A-Z]{2}$/;
const REGION = /^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/;

/** The regions in a setting; undefined for anything else. */
export function ageRegionsOf(text: string): AgeRegions | undefined {
  if (text === 'always') return 'always';
  const codes = text.split(',').map((code) => code.trim().toUpperCase());
  if (!codes.every(isRegion)) return undefined;
  return new Set(codes.flatMap((code) => (code === 'EU' ? MEMBERS_OF_EU : [code])));
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/**
 * Whether a proxy may name a region so. With another spelling, UK for GB, the site would be open where its operator wants
 * it closed.
 */
function isRegion(code: string): boolean {
  if (!REGION.test(code)) return false;
  const country = code.slice(0, 2);
  return new Intl.Locale(`und-${country}`).region === country && countryNames.of(country) !== undefined;
}

/**
 * Whether a visitor has to prove their age, by what a proxy says of the country and its part. An unknown country counts
 * as affected, because otherwise hiding it would open the site.
 */
export function isAffected(
  regions: AgeRegions,
  country: string | undefined,
  part: string | undefined,
): boolean {
  if (regions === 'always') return true;
  const code = country?.trim().toUpperCase() ?? '';
  // XX is a country that the proxy does not know.
  if (!COUNTRY.test(code) || code === 'XX') return true;
  if (regions.has(code)) return true;
  const hasParts = [...regions].some((region) => region.startsWith(`${code}-`));
  if (!hasParts) return false;
  const name = part?.trim().toUpperCase() ?? '';
  return name === '' || regions.has(name.startsWith(`${code}-`) ? name : `${code}-${name}`);
}
