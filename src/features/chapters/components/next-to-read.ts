const MAX_SUGGESTIONS = 3;
/** The limit of stories by the same author, as long as other authors' stories can fill the rest. */
const MAX_BY_SAME_AUTHOR = 2;

interface Candidate {
  id: number;
  author_username: string;
}

type SuggestionReason = 'By the same author' | 'More like this' | 'Trending';

export interface Suggestion<S> {
  story: S;
  reason: SuggestionReason;
}

/** Up to three distinct stories after this one: the author's newest, related ones, and trending ones. */
export function suggestNextStories<S extends Candidate>(
  current: Candidate,
  from: { byAuthor: readonly S[]; related: readonly S[]; trending?: readonly S[] },
): Suggestion<S>[] {
  const usedIds = new Set([current.id]);
  const suggestions: Suggestion<S>[] = [];
  const add = (stories: readonly S[], reason: SuggestionReason, upTo: number) => {
    for (const story of stories) {
      if (suggestions.length >= upTo) return;
      if (usedIds.has(story.id)) continue;
      usedIds.add(story.id);
      suggestions.push({ story, reason });
    }
  };
  const isByOtherAuthor = ({ author_username }: S) => author_username !== current.author_username;
  add(from.byAuthor, 'By the same author', MAX_BY_SAME_AUTHOR);
  add(from.related.filter(isByOtherAuthor), 'More like this', MAX_SUGGESTIONS);
  add(from.byAuthor, 'By the same author', MAX_SUGGESTIONS);
  add(from.trending?.filter(isByOtherAuthor) ?? [], 'Trending', MAX_SUGGESTIONS);
  return suggestions;
}

export function isComplete(next: readonly unknown[]): boolean {
  return next.length >= MAX_SUGGESTIONS;
}
