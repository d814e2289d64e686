import { useEffect, useSyncExternalStore } from 'react';
import { currentSession } from '#features/accounts/parts/session.ts';
import { callApi } from '#ui/api-client.ts';
import { subscribeToSession } from '#ui/session.ts';
import { addBookmark, removeBookmark } from '../contract/bookmarks.ts';
import { MAX_STATES, readStates } from '../contract/reading.ts';
import { castVote, type VoteStatus } from '../contract/votes.ts';
import { addressOfStory } from '../parts/story-api-id.ts';
import { type OwnActs, type WantedActs, withWanted } from './pending-reactions.ts';

/**
 * The reader's own votes and bookmarks on the stories of a page. The page is the same for everyone, so these are
 * fetched afterwards, in one call for all stories. A click shows at once, and is reverted when it fails.
 */

interface Entry {
  /** The state on the server. */
  stored: OwnActs;
  /** Clicked, but not stored yet. */
  wanted: WantedActs;
  isSending: { vote: boolean; bookmark: boolean };
  /** Stays the same object while nothing changes, or React would render endlessly. */
  shown: OwnActs;
  readAt: number;
}

/** A page that opens later than this fetches known states again. */
const FRESH_MILLISECONDS = 20_000;

const entries = new Map<number, Entry>();
/** The stories with controls on the page, and the number of those controls. */
const onPage = new Map<number, number>();
const underWay = new Map<number, Promise<void>>();
const listeners = new Set<() => void>();
let account: number | undefined;
let next: { ids: Set<number>; done: Promise<void> } | undefined;

function show(entry: Entry): void {
  entry.shown = withWanted(entry.stored, entry.wanted);
  for (const listener of listeners) listener();
}

/** Clears everything and fetches again when the account changes: the states belong to one account. */
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

/** Fetches a story's state; requests of the same moment share one call. */
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
        // A state stored in the meantime is newer than this answer.
        if (entries.get(story_id)?.stored === before.get(story_id)) keep(story_id, stored);
      }
    } catch {
      // Without the states the page stays as it is for everyone.
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

/** The reader's reactions to a story as shown; undefined when still unknown or signed out. */
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

/** A story's entry, fetched if unknown. */
async function entryOf(storyId: number): Promise<Entry | undefined> {
  followSession();
  if (!entries.has(storyId)) await read(storyId);
  return entries.get(storyId);
}

/**
 * Votes; clicking the current vote again removes it. A click before the current vote was shown means what the button
 * said.
 */
export async function pressVote(storyId: number, pressed: Exclude<VoteStatus, 'none'>): Promise<void> {
  const isShown = entries.has(storyId);
  const entry = await entryOf(storyId);
  if (entry === undefined) return;
  const isTakenBack = isShown && entry.shown.voteStatus === pressed;
  await wantVote(storyId, entry, isTakenBack ? 'none' : pressed);
}

/** Adds a bookmark, or removes the one shown. */
export async function pressBookmark(storyId: number): Promise<void> {
  const isShown = entries.has(storyId);
  const entry = await entryOf(storyId);
  if (entry === undefined) return;
  await wantBookmark(storyId, entry, !(isShown && entry.shown.isBookmarked));
}

/** Sets exactly this state, whatever the current one is. */
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
 * Sends one request at a time: further clicks only change the wanted state, and the last one is stored. A failure shows
 * the stored state again.
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
