import { readEntry, suffixesOf, writeEntry } from '#ui/browser-storage.ts';
import { decryptText, encryptText } from '../../components/drafts/encrypted-text.ts';
import { cachedKeyOf, fetchKeyOf } from './draft-keys.ts';

/**
 * Unsaved writing, stored in this browser until it is saved on the server or discarded. It survives a crash, a closed
 * tab, an expired session and an unreachable site. localStorage holds it, because unlike IndexedDB it can still be
 * written while the page is being left.
 *
 * Each editor writes its own draft, so two tabs do not overwrite each other. Each open editor holds a lock, which the
 * browser releases however its page ends, so other pages can tell which drafts are in use.
 *
 * The whole draft, including its place, is encrypted with its account's key: other users of this browser see only a random
 * name and random characters.
 */
const KEY_PREFIX = 'writing:';

export type DraftValues = Readonly<Record<string, string>>;

export interface Draft {
  key: string;
  values: DraftValues;
  /** ISO time of the last change. */
  savedAt: string;
  /** The updated_at of the edited text. */
  basedOn?: string | undefined;
  /** The updated_at of the draft on the server that this one is or continues. */
  onServer?: string | undefined;
}

/** Drafts of a place belong to one account: other users of this browser are not offered them. */
export interface DraftPlace {
  accountId: number;
  /** 'new-story', 'story/12', 'story/12/new-chapter', 'chapter/34' */
  place: string;
}

export const draftPlaces = {
  newStory: () => 'new-story',
  story: (storyId: number) => `story/${storyId}`,
  synopsis: (storyId: number) => `story/${storyId}/synopsis`,
  newChapter: (storyId: number) => `story/${storyId}/new-chapter`,
  chapter: (chapterId: number) => `chapter/${chapterId}`,
};

interface StoredDraft extends Omit<Draft, 'key'> {
  place: string;
}

export function newDraftKey(): string {
  const random = crypto.getRandomValues(new Uint32Array(4));
  return [...random].map((part) => part.toString(36)).join('');
}

/** Stores a draft; false when storage is blocked or full, or the account's key is not known (yet). */
export function storeDraft(
  key: string,
  { accountId, place }: DraftPlace,
  values: DraftValues,
  { basedOn, onServer }: Pick<Draft, 'basedOn' | 'onServer'> = {},
): boolean {
  const secret = cachedKeyOf(accountId);
  if (secret === undefined) return false;
  const draft: StoredDraft = { place, values, basedOn, onServer, savedAt: new Date().toISOString() };
  return writeEntry(KEY_PREFIX, encryptText(JSON.stringify(draft), secret), key);
}

export function forgetDraft(key: string): void {
  writeEntry(KEY_PREFIX, undefined, key);
}

/** Deletes the drafts of a thing that no longer exists. */
export async function forgetDraftsAt(at: DraftPlace): Promise<void> {
  await fetchKeyOf(at.accountId);
  for (const draft of draftsOf(at.accountId)) if (draft.place === at.place) forgetDraft(draft.key);
}

/** Deletes the drafts of a deleted account. Its key must be loaded before: afterwards the server refuses it. */
export function forgetDraftsOf(accountId: number): void {
  for (const { key } of draftsOf(accountId)) forgetDraft(key);
}

/** The drafts left behind at a place, latest first, without those that another tab is writing now. */
export async function abandonedDrafts({ accountId, place }: DraftPlace): Promise<Draft[]> {
  await fetchKeyOf(accountId);
  encryptPlainDrafts(accountId);
  const locked = await lockedNames();
  return draftsOf(accountId)
    .filter((draft) => draft.place === place && !locked.has(KEY_PREFIX + draft.key))
    .map(({ place: _, ...draft }) => draft)
    .sort((first, second) => second.savedAt.localeCompare(first.savedAt));
}

/** Locks a draft as being written, until the returned function is called or the page ends. */
export function lockDraft(key: string): () => void {
  // Insecure origins have no locks; there, drafts that another tab is writing are offered as well.
  if (!('locks' in navigator)) return () => undefined;
  let release: () => void = () => undefined;
  const untilReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks.request(KEY_PREFIX + key, () => untilReleased).catch(() => undefined);
  return release;
}

async function lockedNames(): Promise<Set<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held: locks = [] } = await navigator.locks.query().catch((): LockManagerSnapshot => ({}));
  return new Set(locks.flatMap(({ name }) => (name === undefined ? [] : [name])));
}

/** All drafts that the account's key opens; none until the key is loaded. */
function draftsOf(accountId: number): (Draft & { place: string })[] {
  const secret = cachedKeyOf(accountId);
  if (secret === undefined) return [];
  return suffixesOf(KEY_PREFIX).flatMap((key) => readDraft(key, secret) ?? []);
}

function readDraft(key: string, secret: Uint8Array): (Draft & { place: string }) | undefined {
  const draft = parseDraft(decryptText(readEntry(KEY_PREFIX, key) ?? '', secret) ?? null);
  return draft === undefined ? undefined : { ...draft, key };
}

function parseDraft(text: string | null): StoredDraft | undefined {
  try {
    const draft = JSON.parse(text ?? 'null') as Partial<StoredDraft> | null;
    if (typeof draft?.values !== 'object' || typeof draft.savedAt !== 'string') return undefined;
    const { place = '', values, savedAt, basedOn, onServer } = draft;
    return { place, values, savedAt, basedOn, onServer };
  } catch {
    return undefined;
  }
}

/** Seals drafts that an earlier version of this site stored readable, under `<account>:<place>:<random>`. */
function encryptPlainDrafts(accountId: number): void {
  for (const key of suffixesOf(KEY_PREFIX)) {
    const [owner, place, random] = key.split(':');
    if (owner !== String(accountId) || place === undefined || random === undefined) continue;
    const old = parseDraft(readEntry(KEY_PREFIX, key));
    if (old === undefined || storeDraft(newDraftKey(), { accountId, place }, old.values, old))
      forgetDraft(key);
  }
}
