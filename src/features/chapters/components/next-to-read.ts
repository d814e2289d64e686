const SHOWN = 3;
/** The limit of stories by the same author, as long as other authors' stories can fill the rest. */
const OWN_SHOWN = 2;

interface Candidate {
  id: number;
  author_username: string;
}

type NextReason = 'By the same author' | 'Related' | 'Trending';

export interface NextStory<S> {
  story: S;
  reason: NextReason;
}

/** Up to three distinct stories after this one: the author's newest, related ones, and trending ones. */
export function nextToRead<S extends Candidate>(
  current: Candidate,
  from: { byAuthor: readonly S[]; related: readonly S[]; trending?: readonly S[] },
): NextStory<S>[] {
  const seen = new Set([current.id]);
  const found: NextStory<S>[] = [];
  const add = (stories: readonly S[], reason: NextReason, upTo: number) => {
    for (const story of stories) {
      if (found.length >= upTo) return;
      if (seen.has(story.id)) continue;
      seen.add(story.id);
      found.push({ story, reason });
    }
  };
  const others = ({ author_username }: S) => author_username !== current.author_username;
  add(from.byAuthor, 'By the same author', OWN_SHOWN);
  add(from.related.filter(others), 'Related', SHOWN);
  add(from.byAuthor, 'By the same author', SHOWN);
  add(from.trending?.filter(others) ?? [], 'Trending', SHOWN);
  return found;
}

export function isFull(next: readonly unknown[]): boolean {
  return next.length >= SHOWN;
}
