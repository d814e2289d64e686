/** The addresses that pages had on another site, in the one form in which they are stored and looked up. */

/** The pages of eFiction, and the names in their queries that tell which one is meant. */
const EFICTION_PAGES: Record<string, readonly string[]> = {
  'viewstory.php': ['sid', 'chapter'],
  'viewuser.php': ['uid'],
  'viewseries.php': ['seriesid'],
};
export const MAX_ADDRESS_CHARACTERS = 500;

/** The address of a page of an eFiction site that was below this path, such as `/archive`. */
export function eFictionAddress(below: string, page: string, query: Record<string, number>): string {
  return `${below}/${page}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;
}

/** An address as a manifest lists it: a path on the old site, or a whole URL. Undefined for anything else. */
export function listedAddress(text: string): string | undefined {
  const base = 'https://old.invalid';
  if (!URL.canParse(text, base)) return undefined;
  const { pathname, search } = new URL(text, base);
  const address = pathname + search;
  return address === '/' || address.length > MAX_ADDRESS_CHARACTERS ? undefined : address;
}

/** The stored addresses that a request may mean, the most exact one first. */
export function candidateAddresses({ pathname, search, searchParams }: URL): string[] {
  const candidates = [pathname + search, pathname];
  const names = EFICTION_PAGES[pathname.split('/').at(-1) ?? ''];
  if (names !== undefined) {
    const below = pathname.slice(0, pathname.lastIndexOf('/'));
    const page = pathname.slice(below.length + 1);
    const values = names.map((name) => Number(searchParams.get(name)));
    for (let count = names.length; count > 0; count--) {
      const used = names.slice(0, count).map((name, index) => [name, values[index] ?? 0] as const);
      if (used.every(([, value]) => Number.isSafeInteger(value) && value > 0))
        candidates.push(eFictionAddress(below, page, Object.fromEntries(used)));
    }
  }
  return [...new Set(candidates)].filter((address) => address.length <= MAX_ADDRESS_CHARACTERS);
}
