import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** The stories hidden on the open page, each with the page's key: their cards go before the list is loaded again. */
let stories: ReadonlyMap<number, string> = new Map();
const NONE: ReadonlyMap<number, string> = new Map();
const listeners = new Set<() => void>();

export function noteHiddenStory(id: number, pageKey: string | undefined): void {
  const changed = new Map(stories);
  if (pageKey === undefined) changed.delete(id);
  else changed.set(id, pageKey);
  stories = changed;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Leaves out the stories that were hidden on this page a moment ago. */
export function useWithoutJustHidden<Story extends { id: number }>(list: Story[]): Story[] {
  const { key } = useLocation();
  const hidden = useSyncExternalStore(
    subscribe,
    () => stories,
    () => NONE,
  );
  return hidden.size === 0 ? list : list.filter((story) => hidden.get(story.id) !== key);
}
