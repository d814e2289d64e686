import type { InputOf } from '#base/contract.ts';
import { callApi } from '#ui/api-client.ts';
import { type Follow, type FollowMail, follow, unfollow } from '../contract/follows.ts';

/** A thing as its page names it to the API. */
export type FollowedThing = Pick<InputOf<typeof follow>, 'kind' | 'id' | 'query'>;

const listeners = new Set<() => void>();

/** Calls `run` after each change to the reader's follows on this page; returns the way to stop that. */
export function subscribeToFollows(run: () => void): () => void {
  listeners.add(run);
  return () => void listeners.delete(run);
}

function tell(): void {
  for (const listener of listeners) listener();
}

export async function followThing(
  thing: FollowedThing,
  { mail, since }: { mail?: FollowMail; since?: string | undefined } = {},
): Promise<Follow> {
  const stored = await callApi(follow, { ...thing, ...(mail === undefined ? {} : { mail }), since });
  tell();
  return stored;
}

export async function unfollowThing({ id }: Pick<Follow, 'id'>): Promise<void> {
  await callApi(unfollow, { id });
  tell();
}
