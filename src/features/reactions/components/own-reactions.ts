import { useEffect, useSyncExternalStore } from 'react';
import { currentSession } from '#features/accounts/parts/session.ts';
import { callApi } from '#ui/api-client.ts';
import { subscribeToSession } from '#ui/session.ts';
import { addBookmark, removeBookmark } from '../contract/bookmarks.ts';
import { MAX_STATES, readStates } from '../contract/reading.ts';
import type { ReadingState } from '../contract/reading-state.ts';
import { castVote, type VoteStatus } from '../contract/votes.ts';
import { apiIdOfStory } from '../parts/story-api-id.ts';
import { applyPending, type OwnReactions, type PendingReactions } from './pending-reactions.ts';

/**
 * The reader's own votes and bookmarks on the stories of a page. The page is the same for everyone, so these are
 * fetched afterwards, in one call for all stories. A click shows at once, and is reverted when it fails.
 */

interface Entry {
  /** The state on the server. */
  stored: OwnReactions;
  /** Clicked, but not stored yet. */
  pending: PendingReactions;
  isSending: { vote: boolean; bookmark: boolean };
  /** Stays the same object while nothing changes, or React would render endlessly. */
  shown: OwnReactions;
  readAt: number;
}

/** A page that opens later than this fetches known states again. */
const MAX_AGE_MILLISECONDS = 20_000;

const entries = new Map<number, Entry>();
/** The stories with controls on the page, and the number of those controls. */
const controlCounts = new Map<number, number>();
const runningReads = new Map<number, Promise<void>>();
const listeners = new Set<() => void>();
let accountId: number | undefined;
let nextBatch: { ids: Set<number>; done: Promise<void> } | undefined;

function show(entry: Entry): void {
  entry.shown = applyPending(entry.stored, entry.pending);
  for (const listener of listeners) listener();
}

/** Clears everything and fetches again when the account changes: the states belong to one account. */
function followSession(): void {
  const currentId = currentSession().user?.id;
  if (currentId === accountId) return;
  accountId = currentId;
  entries.clear();
  runningReads.clear();
  for (const listener of listeners) listener();
  for (const id of controlCounts.keys()) void read(id);
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
  const running = runningReads.get(id);
  if (running !== undefined) return running;
  if (currentSession().status !== 'in') return Promise.resolve();
  if (nextBatch === undefined) {
    const ids = new Set<number>();
    nextBatch = { ids, done: Promise.resolve().then(() => readBatch([...ids])) };
  }
  nextBatch.ids.add(id);
  runningReads.set(id, nextBatch.done);
  return nextBatch.done;
}

async function readBatch(ids: number[]): Promise<void> {
  nextBatch = undefined;
  const requestingId = accountId;
  for (let from = 0; from < ids.length; from += MAX_STATES) {
    const batch = ids.slice(from, from + MAX_STATES);
    const before = new Map(batch.map((id) => [id, entries.get(id)?.stored]));
    try {
      const { states } = await callApi(readStates, { ids: batch.map(apiIdOfStory).join(',') });
      if (requestingId !== accountId) return;
      for (const { story_id, ...stored } of states) {
        // A state stored in the meantime is newer than this answer.
        if (entries.get(story_id)?.stored === before.get(story_id)) storeState(story_id, stored);
      }
    } catch {
      // Without the states the page stays as it is for everyone.
    }
  }
  for (const id of ids) runningReads.delete(id);
}

function storeState(id: number, stored: OwnReactions): void {
  const isSending = { vote: false, bookmark: false };
  const entry = entries.get(id) ?? { stored, pending: {}, isSending, shown: stored, readAt: 0 };
  entry.stored = stored;
  entry.readAt = Date.now();
  entries.set(id, entry);
  show(entry);
}

/** The reader's reactions to a story as shown; undefined when still unknown or signed out. */
export function useOwnReactions(storyId: number): OwnReactions | undefined {
  useEffect(() => {
    followSession();
    controlCounts.set(storyId, (controlCounts.get(storyId) ?? 0) + 1);
    const entry = entries.get(storyId);
    if (entry === undefined || Date.now() - entry.readAt > MAX_AGE_MILLISECONDS) void read(storyId);
    return () => {
      const remaining = (controlCounts.get(storyId) ?? 1) - 1;
      if (remaining > 0) controlCounts.set(storyId, remaining);
      else controlCounts.delete(storyId);
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
export async function toggleVote(storyId: number, clicked: Exclude<VoteStatus, 'none'>): Promise<void> {
  const isShown = entries.has(storyId);
  const entry = await entryOf(storyId);
  if (entry === undefined) return;
  const isRemoved = isShown && entry.shown.voteStatus === clicked;
  await requestVote(storyId, entry, isRemoved ? 'none' : clicked);
}

/** Adds a bookmark, or removes the one shown. */
export async function toggleBookmark(storyId: number): Promise<void> {
  const isShown = entries.has(storyId);
  const entry = await entryOf(storyId);
  if (entry === undefined) return;
  await requestBookmark(storyId, entry, !(isShown && entry.shown.isBookmarked));
}

/** Shows the shelf that the reader has just put a story on. */
export function showReadingState(storyId: number, reading_state: ReadingState | null): void {
  const entry = entries.get(storyId);
  if (entry === undefined) return void read(storyId);
  entry.stored = { ...entry.stored, reading_state };
  show(entry);
}

/** Shows how many chapters of a story are new after the reader has marked some as read. */
export function showNewChapters(storyId: number, count: number): void {
  const entry = entries.get(storyId);
  if (entry === undefined) return;
  entry.stored = { ...entry.stored, new_chapters: count };
  show(entry);
}

/** Sets exactly this state, whatever the current one is. */
export async function setOwnReactions(storyId: number, requested: PendingReactions): Promise<void> {
  const entry = await entryOf(storyId);
  if (entry === undefined) return;
  if (requested.voteStatus !== undefined) await requestVote(storyId, entry, requested.voteStatus);
  if (requested.isBookmarked !== undefined) await requestBookmark(storyId, entry, requested.isBookmarked);
}

function requestVote(storyId: number, entry: Entry, voteStatus: VoteStatus): Promise<void> {
  entry.pending = { ...entry.pending, voteStatus };
  show(entry);
  return send(entry, 'vote', async () => {
    const requested = entry.pending.voteStatus;
    if (requested === undefined || requested === entry.stored.voteStatus) return false;
    const answer = await callApi(castVote, { id: apiIdOfStory(storyId), vote_type: requested });
    entry.stored = { ...entry.stored, ...answer };
    return true;
  });
}

function requestBookmark(storyId: number, entry: Entry, isBookmarked: boolean): Promise<void> {
  entry.pending = { ...entry.pending, isBookmarked };
  show(entry);
  return send(entry, 'bookmark', async () => {
    const requested = entry.pending.isBookmarked;
    if (requested === undefined || requested === entry.stored.isBookmarked) return false;
    const answer = await callApi(requested ? addBookmark : removeBookmark, { id: apiIdOfStory(storyId) });
    entry.stored = { ...entry.stored, ...answer };
    return true;
  });
}

/**
 * Sends one request at a time: further clicks only change the pending state, and the last one is stored. A failure shows
 * the stored state again.
 */
async function send(
  entry: Entry,
  kind: 'vote' | 'bookmark',
  sendPending: () => Promise<boolean>,
): Promise<void> {
  if (entry.isSending[kind]) return;
  entry.isSending[kind] = true;
  try {
    while (await sendPending());
  } catch (error) {
    reportError(error);
  }
  entry.isSending[kind] = false;
  const { voteStatus, isBookmarked } = entry.pending;
  entry.pending = kind === 'vote' ? { isBookmarked } : { voteStatus };
  show(entry);
}
