import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { inAccountTransaction } from '#features/accounts/service/profile.ts';
import { CONTENT_WARNINGS } from '#features/labels/contract/warnings.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type findHidden,
  type getHidden,
  HIDDEN_COLLECTIONS,
  type HiddenCounts,
  type HiddenItems,
  type HiddenKind,
  hiddenMessages,
  type hideItem,
  MAX_HIDDEN_AUTHORS,
  MAX_HIDDEN_STORIES,
  MAX_HIDDEN_TAGS,
  type nameHidden,
  type setHidden,
} from './contract.ts';
import { type HiddenSet, hiddenCookieValue, NOTHING_HIDDEN, parseHiddenSet } from './rules.ts';
import { firstTagAmong, hiddenReason, isNotHidden, nameInReason, storyWarnings } from './store/conditions.ts';
import {
  authorIdsOf,
  canonicalTagIds,
  deleteItem,
  hiddenItemsToExport,
  hiddenSetsOf,
  type ItemKind,
  insertItems,
  namesOf,
  replaceItems,
  replaceUnfound,
  storyIdsOf,
  synonymIdsAmong,
  tagIdsOf,
  type UnfoundKind,
} from './store/hidden-items.ts';

/** The items that a caller hides, in the words of their list: those of the account, or those that a guest sends. */
export async function ownHiddenSet(
  connection: Connection,
  { hidden, show_hidden }: { hidden: string; show_hidden: 'true' | 'false' },
  account: { id: number } | undefined,
): Promise<HiddenSet> {
  if (show_hidden === 'true') return NOTHING_HIDDEN;
  return account === undefined ? parseHiddenSet(hidden) : (await hiddenSetsOf(connection, account.id)).all;
}

/** The items that a list of stories leaves out for its caller. */
export async function hiddenSetFor(
  connection: Connection,
  input: { hidden: string; show_hidden: 'true' | 'false' },
  account: { id: number } | undefined,
): Promise<HiddenSet> {
  return withCanonicalTags(connection, await ownHiddenSet(connection, input, account));
}

/** A set with the tags that are meant: one may have become a synonym since it was hidden. */
export async function withCanonicalTags(connection: Connection, set: HiddenSet): Promise<HiddenSet> {
  return set.tags.length === 0 ? set : { ...set, tags: await canonicalTagIds(connection, set.tags) };
}

/** The counts of a list without hidden stories. */
export const NO_HIDDEN_COUNTS: HiddenCounts = { total: 0, by: [], is_capped: false };

/** A reason of `hiddenReason`, with `nameInReason` and the number of things that are left out for it. */
export interface CountedReason {
  reason: string;
  name: string | null;
  count: number;
}

const kindOf: Record<string, HiddenKind> = { t: 'tag', w: 'warning', a: 'author', s: 'story' };

/** The counts of a list, most frequent reason first. */
export function hiddenCounts(reasons: readonly CountedReason[], isCapped: boolean): HiddenCounts {
  const by = reasons.map(({ reason, name, count }) => ({
    kind: kindOf[reason.charAt(0)] ?? 'story',
    name: name ?? reason.slice(1),
    count,
  }));
  by.sort((a, b) => b.count - a.count || (a.kind + a.name < b.kind + b.name ? -1 : 1));
  return { total: by.reduce((sum, { count }) => sum + count, 0), by, is_capped: isCapped };
}

/** A set with the names of its items, of which some may be known; items without a name are left out, except for stories. */
async function present(connection: Connection, set: HiddenSet, known?: HiddenSet): Promise<HiddenItems> {
  const names = await namesOf(connection, set, known);
  return {
    tags: set.tags.flatMap((id) => names.tags.get(id) ?? []),
    warnings: set.warnings,
    authors: set.authors.flatMap((id) => names.authors.get(id) ?? []),
    stories: set.stories,
    story_titles: set.stories.flatMap((id) => {
      const story = names.stories.get(id);
      return story === undefined ? [] : [{ id, ...story }];
    }),
    hidden: decodeURIComponent(hiddenCookieValue(set)),
  };
}

export async function readHidden(
  { db }: Context,
  _input: object,
  { account }: CallerOf<typeof getHidden>,
): Promise<Outcome<HiddenItems>> {
  return success(await presentOwn(db, account.id));
}

export async function nameHiddenItems(
  { db }: Context,
  { hidden }: ParsedInputOf<typeof nameHidden>,
): Promise<Outcome<DataOf<typeof nameHidden>>> {
  return success(await present(db, parseHiddenSet(hidden)));
}

export async function findHiddenItems(
  { db }: Context,
  { tags, warnings, authors, stories }: ParsedInputOf<typeof findHidden>,
): Promise<Outcome<HiddenItems>> {
  const set: HiddenSet = {
    tags: await tagIdsOf(db, tags),
    warnings: CONTENT_WARNINGS.filter((warning) => warnings.includes(warning)),
    authors: await authorIdsOf(db, authors),
    stories: await storyIdsOf(db, stories),
  };
  return success(await present(db, set));
}

export async function replaceHidden(
  { db }: Context,
  input: ParsedInputOf<typeof setHidden>,
  { account }: CallerOf<typeof setHidden>,
): Promise<Outcome<HiddenItems>> {
  return inAccountTransaction(db, account.id, async (transaction) => {
    // An item that is withheld for a while is hidden again when it is back.
    const { known } = await hiddenSetsOf(transaction, account.id);
    if (input.warnings !== undefined) await replaceItems(transaction, account.id, 'warnings', input.warnings);
    for (const kind of ['tags', 'authors', 'stories'] as const) {
      const named = input[kind];
      if (named === undefined) continue;
      const ids = await idsOf[kind](transaction, named, known[kind]);
      await replaceItems(transaction, account.id, kind, ids);
      await replaceUnfound(transaction, account.id, kind, await unfoundAmong(transaction, kind, named, ids));
    }
    return success(await presentOwn(transaction, account.id));
  });
}

const idsOf = { tags: tagIdsOf, authors: authorIdsOf, stories: storyIdsOf };

/**
 * The ids that led to nothing which visitors find, perhaps for a while. They are kept as they were sent, so that the answer
 * is the same whether or not there is such an item.
 */
async function unfoundAmong(
  connection: Connection,
  kind: UnfoundKind,
  named: readonly (number | string)[],
  found: readonly number[],
): Promise<number[]> {
  const unfound = named.filter((item) => typeof item === 'number').filter((id) => !found.includes(id));
  if (kind !== 'tags') return unfound;
  const synonyms = await synonymIdsAmong(connection, unfound, found);
  return unfound.filter((id) => !synonyms.includes(id));
}

const limits: Record<Exclude<ItemKind, 'warnings'>, { max: number; message: string }> = {
  tags: { max: MAX_HIDDEN_TAGS, message: hiddenMessages.tooManyTags },
  authors: { max: MAX_HIDDEN_AUTHORS, message: hiddenMessages.tooManyAuthors },
  stories: { max: MAX_HIDDEN_STORIES, message: hiddenMessages.tooManyStories },
};

/** The id of a thing that a reader names, or the warning; undefined for an unknown one. */
async function itemNamed(
  connection: Connection,
  kind: ItemKind,
  name: string,
): Promise<number | string | undefined> {
  if (kind === 'warnings') return CONTENT_WARNINGS.find((warning) => warning === name);
  const find = idsOf[kind];
  const isId = kind === 'stories' && /^[0-9]{1,15}$/.test(name);
  const [id] = await find(connection, [isId ? Number(name) : name]);
  return id;
}

export async function hide(
  { db }: Context,
  input: ParsedInputOf<typeof hideItem>,
  { account }: CallerOf<typeof hideItem>,
): Promise<Outcome<HiddenItems>> {
  const kind = HIDDEN_COLLECTIONS.find((collection) => collection === input.kind);
  if (kind === undefined) return failure('not-found', hiddenMessages.unknownKind);
  return inAccountTransaction(db, account.id, async (transaction) => {
    const item = await itemNamed(transaction, kind, input.item);
    if (item === undefined) return failure('not-found', notFoundMessages[kind]);
    const { all: set } = await hiddenSetsOf(transaction, account.id);
    const limit = kind === 'warnings' ? undefined : limits[kind];
    if (!includes(set, kind, item) && limit !== undefined && set[kind].length >= limit.max)
      return invalidField('item', limit.message);
    await insertItems(transaction, account.id, kind, [item]);
    return success(await presentOwn(transaction, account.id));
  });
}

function includes(set: HiddenSet, kind: ItemKind, item: number | string): boolean {
  return (set[kind] as (number | string)[]).includes(item);
}

const notFoundMessages: Record<ItemKind, string> = {
  tags: hiddenMessages.unknownTag,
  warnings: hiddenMessages.unknownWarning,
  authors: hiddenMessages.unknownAuthor,
  stories: hiddenMessages.unknownStory,
};

/** Shows an item again; also a story that nobody else finds any more, by its id. */
export async function unhide(
  { db }: Context,
  input: ParsedInputOf<typeof hideItem>,
  { account }: CallerOf<typeof hideItem>,
): Promise<Outcome<HiddenItems>> {
  const kind = HIDDEN_COLLECTIONS.find((collection) => collection === input.kind);
  if (kind === undefined) return failure('not-found', hiddenMessages.unknownKind);
  return inAccountTransaction(db, account.id, async (transaction) => {
    const { all, known } = await hiddenSetsOf(transaction, account.id);
    const item = await hiddenItemNamed(transaction, all, kind, { name: input.item, known });
    if (item === undefined) return failure('not-found', notFoundMessages[kind]);
    await deleteItem(transaction, account.id, kind, item);
    return success(await presentOwn(transaction, account.id));
  });
}

/** The hidden item of this name; one that nobody else finds any more too, by the name or id that its owner sees. */
async function hiddenItemNamed(
  connection: Connection,
  set: HiddenSet,
  kind: ItemKind,
  { name, known }: { name: string; known?: HiddenSet },
): Promise<number | string | undefined> {
  if (kind === 'stories' && includes(set, kind, Number(name))) return Number(name);
  if (kind === 'tags' || kind === 'authors') {
    const names = await namesOf(connection, { tags: [], authors: [], stories: [], [kind]: set[kind] }, known);
    for (const [id, own] of names[kind]) if (own === name) return id;
    if (includes(set, kind, Number(name))) return Number(name);
  }
  return itemNamed(connection, kind, name);
}

/** Everything that an account hides, with the names also of what nobody else finds any more. */
async function presentOwn(connection: Connection, accountId: number): Promise<HiddenItems> {
  const { all, known } = await hiddenSetsOf(connection, accountId);
  return present(connection, all, known);
}

/** A guest's set with an item more or less; nothing is stored. */
export async function changeSet(
  { db }: Context,
  set: HiddenSet,
  { kind, name, isHidden }: { kind: ItemKind; name: string; isHidden: boolean },
): Promise<Outcome<HiddenSet>> {
  const item = await (isHidden ? itemNamed(db, kind, name) : hiddenItemNamed(db, set, kind, { name }));
  if (item === undefined) return failure('not-found', notFoundMessages[kind]);
  const others = (set[kind] as (number | string)[]).filter((other) => other !== item);
  return success({ ...set, [kind]: isHidden ? [...others, item] : others });
}

export { firstTagAmong, hiddenItemsToExport, hiddenReason, isNotHidden, nameInReason, storyWarnings };
