import { ApiError } from '#base/failure.ts';
import { callApi } from '#ui/api-client.ts';
import { findHidden, type HiddenItems, hiddenMessages, setHidden } from '../contract.ts';
import { hiddenText, storeHiddenText } from '../parts/own-hidden.ts';
import { hiddenCookieValue, parseHiddenSet } from '../rules.ts';

const KINDS = ['tags', 'warnings', 'authors', 'stories'] as const;
type NamedItems = Record<(typeof KINDS)[number], string[]>;

/** A long list of everything has about half of that. */
const MAX_FILE_BYTES = 200_000;

/** The names of the items; ids mean nothing elsewhere. */
function namesOf({ tags, warnings, authors, story_titles }: HiddenItems): NamedItems {
  return { tags, warnings, authors, stories: story_titles.map(({ slug }) => slug) };
}

export function fileOf(items: HiddenItems): Blob {
  return new Blob([JSON.stringify(namesOf(items), null, 2)], { type: 'application/json' });
}

async function namesIn(file: File): Promise<NamedItems> {
  const refusal = new ApiError(422, 'bad_file', hiddenMessages.badFile);
  if (file.size > MAX_FILE_BYTES) throw refusal;
  let content: unknown;
  try {
    content = JSON.parse(await file.text());
  } catch {
    throw refusal;
  }
  if (typeof content !== 'object' || content === null) throw refusal;
  const lists = content as Record<string, unknown>;
  if (!KINDS.some((kind) => Array.isArray(lists[kind]))) throw refusal;
  const namesOfKind = (kind: string): string[] => {
    const list = lists[kind] ?? [];
    if (!Array.isArray(list) || list.some((name) => typeof name !== 'string' || name === '')) throw refusal;
    return list as string[];
  };
  return {
    tags: namesOfKind('tags'),
    warnings: namesOfKind('warnings'),
    authors: namesOfKind('authors'),
    stories: namesOfKind('stories'),
  };
}

/** Adds a file's items to those hidden already; returns the account's list, undefined for guests. */
export async function importHidden(
  file: File,
  own: HiddenItems,
  isSignedIn: boolean,
): Promise<HiddenItems | undefined> {
  const names = await namesIn(file);
  const found = await callApi(findHidden, names);
  const union = <Item>(a: readonly Item[], b: readonly Item[]) => [...new Set([...a, ...b])];
  if (isSignedIn) {
    const items = await callApi(setHidden, {
      tags: union(own.tags, found.tags),
      warnings: union(own.warnings, found.warnings),
      authors: union(own.authors, found.authors),
      stories: union(own.stories, found.stories),
    });
    storeHiddenText(items.hidden);
    return items;
  }
  const [old, added] = [parseHiddenSet(hiddenText()), parseHiddenSet(found.hidden)];
  storeHiddenText(
    decodeURIComponent(
      hiddenCookieValue({
        tags: union(old.tags, added.tags),
        warnings: union(old.warnings, added.warnings),
        authors: union(old.authors, added.authors),
        stories: union(old.stories, added.stories),
      }),
    ),
  );
  return undefined;
}
