import { useEffect, useSyncExternalStore } from 'react';
import { currentSession } from '#features/accounts/parts/session.ts';
import { callApi } from '#ui/api-client.ts';
import { subscribeToSession } from '#ui/session.ts';
import { addBookmark, removeBookmark } from '../contract/bookmarks.ts';
import { MAX_STATES, readStates } from '../contract/reading.ts';
import { castVote, type VoteStatus } from '../contract/votes.ts';
import { addressOfStory } from '../parts/story-address.ts';
import { type OwnActs, type WantedActs, withWanted } from './wanted-acts.ts';

/**
 * One's own votes and bookmarks of the stories on the page. The page is the same for everyone; this is asked for
 * afterwards, in one call for all of them. What is pressed shows at once, and is taken back when it fails.
 */

interface Entry {
  /** As the server has it. */
  stored: OwnActs;
  /** What was pressed and is not stored yet. */
  wanted: WantedActs;
  isSending: { vote: boolean; bookmark: boolean };
  /** The same object while nothing changes, or React would render without end. */
  shown: OwnActs;
  readAt: number;
}

/** What is known is asked for again with a page that comes so much later. */
const FRESH_MILLISECONDS = 20_000;

const entries = new Map<number, Entry>();
/** Stories with a control on the page, and with how many. */
const onPage = new Map<number, number>();
const underWay = new Map<number, Promise<void>>();
const listeners = new Set<() => void>();
let account: number | undefined;
let next: { ids: Set<number>; done: Promise<void> } | undefined;

function show(entry: Entry): void {
  entry.shown = withWanted(entry.stored, entry.wanted);
  for (const listener of listeners) listener();
}

/** Another person's acts are not one's own: forgets everything, and asks anew. */
function followSession(): void {
  const present = currentSession().user?.id;
  if (present === account) return;
  account = present;
  entries.clear();
  underWay.clear();
  for (const listener of listeners) listener();
  for (const id of onPage.keys()) void read(id);
}

let stopFollowing = () => {};

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) stopFollowing = subscribeToSession(followSession);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stopFollowing();
  };
}

/** Asks for a story; those that are asked for in the same moment go together. */
function read(id: number): Promise<void> {
  const running = underWay.get(id);
  if (running !== undefined) return running;
  if (currentSession().status !== 'in') return Promise.resolve();
  if (next === undefined) {
    const ids = new Set<number>();
    next = { ids, done: Promise.resolve().then(() => readTogether([...ids])) };
  }
  next.ids.add(id);
  underWay.set(id, next.done);
  return next.done;
}

async function readTogether(ids: number[]): Promise<void> {
  next = undefined;
  const whose = account;
  for (let from = 0; from < ids.length; from += MAX_STATES) {
    const part = ids.slice(from, from + MAX_STATES);
    const before = new Map(part.map((id) => [id, entries.get(id)?.stored]));
    try {
      const { states } = await callApi(readStates, { ids: part.map(addressOfStory).join(',') });
      if (whose !== account) return;
      for (const { story_id, ...stored } of states) {
        // What was stored meanwhile is newer than this answer.
        if (entries.get(story_id)?.stored === before.get(story_id)) keep(story_id, stored);
      }
    } catch {
      // Without it the page is as it is for everyone.
    }
  }
  for (const id of ids) underWay.delete(id);
}

function keep(id: number, stored: OwnActs): void {
  const isSending = { vote: false, bookmark: false };
  const entry = entries.get(id) ?? { stored, wanted: {}, isSending, shown: stored, readAt: 0 };
  entry.stored = stored;
  entry.readAt = Date.now();
  entries.set(id, entry);
  show(entry);
}

/** One's own acts on a story as they are to be shown; undefined while nothing is known, or nobody signed in. */
export function useOwnActs(storyId: number): OwnActs | undefined {
  useEffect(() => {
    followSession();
    onPage.set(storyId, (onPage.get(storyId) ?? 0) + 1);
    const entry = entries.get(storyId);
    if (entry === undefined || Date.now() - entry.readAt > FRESH_MILLISECONDS) void read(storyId);
    return () => {
      const left = (onPage.get(storyId) ?? 1) - 1;
      if (left > 0) onPage.set(storyId, left);
      else onPage.delete(storyId);
    };
  }, [storyId]);
  return useSyncExternalStore(
    subscribe,
    () => entries.get(storyId)?.shown,
    () => undefined,
  );
}

/** What is known of a story, asked for where it is not yet. */
async function entryOf(storyId: number): Promise<Entry | undefined> {
  followSession();
  if (!entries.has(storyId)) await read(storyId);
  return entries.get(storyId);
}

/**
 * Votes; the present vote pressed again takes it back. Pressed before the present vote was shown, it means what the
 * button said.
 */
export async function pressVote(storyId: number, pressed: Exclude<VoteStatus, 'none'>): Promise<void> {
  const isShown = entries.has(storyId);
  const entry = await entryOf(storyId);
  if (entry === undefined) return;
  const isTakenBack = isShown && entry.shown.voteStatus === pressed;
  await wantVote(storyId, entry, isTakenBack ? 'none' : pressed);
}

/** Bookmarks, or takes away the bookmark that was shown. */
export async function pressBookmark(storyId: number): Promise<void> {
  const isShown = entries.has(storyId);
  const entry = await entryOf(storyId);
  if (entry === undefined) return;
  await wantBookmark(storyId, entry, !(isShown && entry.shown.isBookmarked));
}

/** Does exactly this, whatever is there by now. */
export async function setOwnActs(storyId: number, wanted: WantedActs): Promise<void> {
  const entry = await entryOf(storyId);
  if (entry === undefined) return;
  if (wanted.voteStatus !== undefined) await wantVote(storyId, entry, wanted.voteStatus);
  if (wanted.isBookmarked !== undefined) await wantBookmark(storyId, entry, wanted.isBookmarked);
}

function wantVote(storyId: number, entry: Entry, voteStatus: VoteStatus): Promise<void> {
  entry.wanted = { ...entry.wanted, voteStatus };
  show(entry);
  return send(entry, 'vote', async () => {
    const wanted = entry.wanted.voteStatus;
    if (wanted === undefined || wanted === entry.stored.voteStatus) return false;
    const answer = await callApi(castVote, { id: addressOfStory(storyId), vote_type: wanted });
    entry.stored = { ...entry.stored, ...answer };
    return true;
  });
}

function wantBookmark(storyId: number, entry: Entry, isBookmarked: boolean): Promise<void> {
  entry.wanted = { ...entry.wanted, isBookmarked };
  show(entry);
  return send(entry, 'bookmark', async () => {
    const wanted = entry.wanted.isBookmarked;
    if (wanted === undefined || wanted === entry.stored.isBookmarked) return false;
    const answer = await callApi(wanted ? addBookmark : removeBookmark, { id: addressOfStory(storyId) });
    entry.stored = { ...entry.stored, ...answer };
    return true;
  });
}

/**
 * One act at a time: whoever presses again meanwhile only changes what is wanted, and the last is stored. A failure
 * shows what is stored again.
 */
async function send(entry: Entry, kind: 'vote' | 'bookmark', step: () => Promise<boolean>): Promise<void> {
  if (entry.isSending[kind]) return;
  entry.isSending[kind] = true;
  try {
    while (await step());
  } catch (error) {
    reportError(error);
  }
  entry.isSending[kind] = false;
  const { voteStatus, isBookmarked } = entry.wanted;
  entry.wanted = kind === 'vote' ? { isBookmarked } : { voteStatus };
  show(entry);
}
