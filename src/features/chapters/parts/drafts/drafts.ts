/**
 * What was written and not yet saved, kept in this browser until it is saved or discarded, so that neither a crash
 * nor a closed tab, an expired session or a site that can't be reached loses it. In localStorage: it is written
 * while the page is being left, too, which IndexedDB is not.
 *
 * Each editor writes a draft of its own, so that two tabs don't overwrite each other. Whether one is still at work
 * is told by a lock that the browser lets go of when its page is gone, however it went.
 */
const PREFIX = 'writing:';

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

function prefixOf({ accountId, place }: DraftPlace): string {
  return `${PREFIX}${accountId}:${place}:`;
}

export function newDraftKey(at: DraftPlace): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `${prefixOf(at)}${Date.now().toString(36)}${random.toString(36)}`;
}

/** False where the browser does not keep it: storage is blocked, or full. */
export function keepDraft(key: string, values: DraftValues, basedOn: string | undefined): boolean {
  const draft: Omit<Draft, 'key'> = { values, basedOn, savedAt: new Date().toISOString() };
  try {
    window.localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function forgetDraft(key: string): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Blocked: then there is none.
  }
}

/** For something that is no more. */
export function forgetDraftsAt(at: DraftPlace): void {
  for (const key of keysBeginning(prefixOf(at))) forgetDraft(key);
}

/** For an account that is no more. */
export function forgetDraftsOf(accountId: number): void {
  for (const key of keysBeginning(`${PREFIX}${accountId}:`)) forgetDraft(key);
}

/** What was left behind at a place, latest first; not what another tab is writing just now. */
export async function abandonedDrafts(at: DraftPlace): Promise<Draft[]> {
  const held = await heldLocks();
  return keysBeginning(prefixOf(at))
    .filter((key) => !held.has(key))
    .map(readDraft)
    .filter((draft) => draft !== undefined)
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
  void navigator.locks.request(key, () => untilReleased).catch(() => undefined);
  return release;
}

async function heldLocks(): Promise<Set<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query().catch((): LockManagerSnapshot => ({}));
  return new Set(held.flatMap(({ name }) => (name === undefined ? [] : [name])));
}

function keysBeginning(prefix: string): string[] {
  try {
    return Object.keys(window.localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

function readDraft(key: string): Draft | undefined {
  try {
    const draft = JSON.parse(window.localStorage.getItem(key) ?? 'null') as Partial<Draft> | null;
    if (typeof draft?.values !== 'object' || typeof draft.savedAt !== 'string') return undefined;
    const { values, savedAt, basedOn } = draft;
    return { key, values, savedAt, basedOn };
  } catch {
    return undefined;
  }
}
