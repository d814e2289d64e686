/**
 * Every entry that this site stores in a browser, and its kind. No other file touches localStorage or sessionStorage,
 * except boot.ts, which runs before any import: add new entries here. Records in the browser's database are
 * encrypted with a key that is such an entry (device-records.ts).
 *
 * - `trace`: reveals what was read or done. Quick exit and the end of every session remove it.
 * - `draft`: unsaved text. Encrypted for its account in localStorage, where it outlives a session (drafts.ts); in
 *   sessionStorage it is plain, and is removed like a trace.
 * - `account`: the session itself.
 * - `device`: a choice about this browser. It stays, and says nothing about reading.
 *
 * boot.ts does the clearing. It keeps the entries that it knows by name and removes all others, so an entry that is
 * forgotten there is lost rather than left behind (browser-storage.test.ts compares the two).
 */
type Category = 'trace' | 'draft' | 'account' | 'device';

interface Entry {
  area: 'local' | 'session';
  category: Category;
  /** A family with one entry for each of several things; the name is only the prefix of their keys. */
  isFamily?: true;
}

export const storageEntries = {
  token: { area: 'local', category: 'account' },
  refreshToken: { area: 'local', category: 'account' },
  userData: { area: 'local', category: 'account' },
  /** The account that the lists of a guest have joined, and when its lists were taken (guest-lists-sync.tsx). */
  joined: { area: 'local', category: 'account' },
  theme: { area: 'local', category: 'device' },
  readingLook: { area: 'local', category: 'device' },
  /** Choices for writing: focus mode, typographic quotes. */
  writingLook: { area: 'local', category: 'device' },
  /** The speed for listening, and a voice for each language. */
  listening: { area: 'local', category: 'device' },
  keepPlaces: { area: 'local', category: 'device' },
  /** Whether opened chapters are kept on this device: 'always', or the days after which they are cleared. */
  keepHistory: { area: 'local', category: 'device' },
  contentWarningAccepted: { area: 'local', category: 'device' },
  /** Content warnings whose names are folded. */
  foldedWarnings: { area: 'local', category: 'device' },
  /** Whether lists show covers: 'off' for plain rows. */
  listCovers: { area: 'local', category: 'device' },
  comments: { area: 'local', category: 'device' },
  discreet: { area: 'local', category: 'device' },
  /** The announcements of each kind that were dismissed (boot.ts). */
  notice: { area: 'local', category: 'trace' },
  maintenance: { area: 'local', category: 'trace' },
  /** Whether the home page has lately found news of what the reader follows, and so keeps room for them. */
  hasNews: { area: 'local', category: 'trace' },
  /** The words an author wants to write a day, and those of today. */
  wordGoal: { area: 'local', category: 'trace' },
  /** Written by boot.ts: a random name, by which a page of the back/forward cache finds the history cleared. */
  historyName: { area: 'local', category: 'trace' },
  readingPlaces: { area: 'local', category: 'trace' },
  /** The key of kept stories, without which they can't be read (features/offline). */
  keptKey: { area: 'local', category: 'trace' },
  openedChapters: { area: 'local', category: 'trace' },
  'writing:': { area: 'local', category: 'draft', isFamily: true },
  'draft:': { area: 'session', category: 'draft', isFamily: true },
  /** Chapters whose warnings were passed during this visit. */
  continuedChapters: { area: 'session', category: 'trace' },
  scrollPlaces: { area: 'session', category: 'trace' },
  actAfterSignIn: { area: 'session', category: 'trace' },
  googleTrip: { area: 'session', category: 'trace' },
  /** Written by React Router for a link with a view transition: the addresses between which there was one. */
  'remix-router-transitions': { area: 'session', category: 'trace' },
  /** Written by boot.ts: the account signed in when this tab was last visible, and whether the reading history was removed. */
  tabReader: { area: 'session', category: 'account' },
  tabForgot: { area: 'session', category: 'device' },
  reloadedForNewVersion: { area: 'session', category: 'device' },
} as const satisfies Record<string, Entry>;

export type StorageEntry = keyof typeof storageEntries;

const areaOf = (entry: StorageEntry): Storage =>
  storageEntries[entry].area === 'local' ? window.localStorage : window.sessionStorage;

/** Null when storage is blocked. */
export function readEntry(entry: StorageEntry, suffix = ''): string | null {
  try {
    return areaOf(entry).getItem(entry + suffix);
  } catch {
    return null;
  }
}

/** Stores a text, or removes the entry. False when the browser does not store it: storage is blocked, or full. */
export function writeEntry(entry: StorageEntry, text: string | undefined, suffix = ''): boolean {
  // Pages run on for a moment after Quick exit, and must not write back what it has just cleared.
  if (storageEntries[entry].category === 'trace' && document.documentElement.dataset.leaving !== undefined)
    return false;
  try {
    if (text === undefined) areaOf(entry).removeItem(entry + suffix);
    else areaOf(entry).setItem(entry + suffix, text);
    return true;
  } catch {
    return false;
  }
}

/** The parts after the name in the keys of a family. */
export function suffixesOf(entry: StorageEntry): string[] {
  try {
    return Object.keys(areaOf(entry))
      .filter((key) => key.startsWith(entry))
      .map((key) => key.slice(entry.length));
  } catch {
    return [];
  }
}

const SESSION_ENDED = 'sessionended';
const HISTORY_CLEARED = 'historycleared';

/** Has boot.ts clear every trace because their session is over. */
export function announceSessionEnd(): void {
  document.dispatchEvent(new Event(SESSION_ENDED));
}

/** Notifies when the reading history was cleared, here or in another tab, so that the page also drops its copies in memory. */
export function subscribeToClearedHistory(listener: () => void): () => void {
  document.addEventListener(HISTORY_CLEARED, listener);
  return () => document.removeEventListener(HISTORY_CLEARED, listener);
}
