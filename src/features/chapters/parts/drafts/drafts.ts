import { readEntry, restsOf, writeEntry } from '#ui/browser-storage.ts';
import { seal, unseal } from '../../components/drafts/sealed-text.ts';
import { fetchKeyOf, knownKeyOf } from './draft-keys.ts';

/**
 * What was written and not yet saved, kept in this browser until it is saved or discarded, so that neither a crash
 * nor a closed tab, an expired session or a site that can't be reached loses it. In localStorage: it is written
 * while the page is being left, too, which IndexedDB is not.
 *
 * Each editor writes a draft of its own, so that two tabs don't overwrite each other. Whether one is still at work
 * is told by a lock that the browser lets go of when its page is gone, however it went.
 *
 * Everything about a draft, the place it belongs to as well, is sealed with its account's key: to anybody else at this
 * browser it is a random name and random characters.
 */
const FAMILY = 'writing:';

export type DraftValues = Readonly<Record<string, string>>;

export interface Draft {
  key: string;
  values: DraftValues;
  /** ISO time of the last change. */
  savedAt: string;
  /** The updated_at of what was being edited. */
  basedOn?: string | undefined;
}

/** What is written at a place belongs to one account: nobody else at this browser is offered it. */
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

/** False where the browser does not keep it: storage is blocked or full, or the account's key is not known (yet). */
export function keepDraft(
  key: string,
  { accountId, place }: DraftPlace,
  values: DraftValues,
  basedOn: string | undefined,
): boolean {
  const secret = knownKeyOf(accountId);
  if (secret === undefined) return false;
  const draft: StoredDraft = { place, values, basedOn, savedAt: new Date().toISOString() };
  return writeEntry(FAMILY, seal(JSON.stringify(draft), secret), key);
}

export function forgetDraft(key: string): void {
  writeEntry(FAMILY, undefined, key);
}

/** For something that is no more. */
export async function forgetDraftsAt(at: DraftPlace): Promise<void> {
  await fetchKeyOf(at.accountId);
  for (const draft of draftsOf(at.accountId)) if (draft.place === at.place) forgetDraft(draft.key);
}

/** For an account that is no more. Its key has to be known by then: the server gives it to nobody afterwards. */
export function forgetDraftsOf(accountId: number): void {
  for (const { key } of draftsOf(accountId)) forgetDraft(key);
}

/** What was left behind at a place, latest first; not what another tab is writing just now. */
export async function abandonedDrafts({ accountId, place }: DraftPlace): Promise<Draft[]> {
  await fetchKeyOf(accountId);
  sealReadableDrafts(accountId);
  const held = await heldLocks();
  return draftsOf(accountId)
    .filter((draft) => draft.place === place && !held.has(FAMILY + draft.key))
    .map(({ place: _, ...draft }) => draft)
    .sort((one, other) => other.savedAt.localeCompare(one.savedAt));
}

/** Says that this draft is being written, until the returned function is called or the page is gone. */
export function holdDraft(key: string): () => void {
  // Not there on an insecure origin: then what another tab is writing is offered here as well.
  if (!('locks' in navigator)) return () => undefined;
  let release: () => void = () => undefined;
  const untilReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks.request(FAMILY + key, () => untilReleased).catch(() => undefined);
  return release;
}

async function heldLocks(): Promise<Set<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query().catch((): LockManagerSnapshot => ({}));
  return new Set(held.flatMap(({ name }) => (name === undefined ? [] : [name])));
}

/** All that can be read with the account's key; none while it is not known. */
function draftsOf(accountId: number): (Draft & { place: string })[] {
  const secret = knownKeyOf(accountId);
  if (secret === undefined) return [];
  return restsOf(FAMILY).flatMap((key) => readDraft(key, secret) ?? []);
}

function readDraft(key: string, secret: Uint8Array): (Draft & { place: string }) | undefined {
  const draft = readableDraft(unseal(readEntry(FAMILY, key) ?? '', secret) ?? null);
  return draft === undefined ? undefined : { ...draft, key };
}

function readableDraft(text: string | null): StoredDraft | undefined {
  try {
    const draft = JSON.parse(text ?? 'null') as Partial<StoredDraft> | null;
    if (typeof draft?.values !== 'object' || typeof draft.savedAt !== 'string') return undefined;
    const { place = '', values, savedAt, basedOn } = draft;
    return { place, values, savedAt, basedOn };
  } catch {
    return undefined;
  }
}

/** Seals what an earlier version of this site left readable, under `<account>:<place>:<random>`. */
function sealReadableDrafts(accountId: number): void {
  for (const key of restsOf(FAMILY)) {
    const [owner, place, random] = key.split(':');
    if (owner !== String(accountId) || place === undefined || random === undefined) continue;
    const old = readableDraft(readEntry(FAMILY, key));
    if (old === undefined || keepDraft(newDraftKey(), { accountId, place }, old.values, old.basedOn))
      forgetDraft(key);
  }
}
