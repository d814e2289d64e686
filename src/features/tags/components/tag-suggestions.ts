import { useEffect, useState } from 'react';
import { characterCount } from '#base/text.ts';
import { MAX_TAG_NAME_CHARACTERS } from '#features/labels/contract/tag-names.ts';
import { tagKey, tagName } from '#features/labels/rules/tag-key.ts';
import { callApi } from '#ui/api-client.ts';
import { listTags } from '../contract/tags.ts';

export const MIN_SUGGESTION_CHARACTERS = 2;
export const SUGGESTION_PAUSE_MILLISECONDS = 300;
export const TAG_SUGGESTIONS = 5;

/**
 * The most used tags that begin like the typed text, after a pause, without chosen ones. Also hidden ones: authors tag
 * truthfully what they would not read themselves.
 */
export function useTagSuggestions(
  typed: string,
  chosen: readonly string[],
): { suggestions: string[]; close: () => void } {
  const [fetched, setFetched] = useState<{ query: string; names: string[] }>();
  const query = tagName(typed);

  useEffect(() => {
    const length = characterCount(query);
    if (length < MIN_SUGGESTION_CHARACTERS || length > MAX_TAG_NAME_CHARACTERS) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const input = { query, limit: TAG_SUGGESTIONS, sort: 'popularity', show_hidden: 'true' } as const;
        const { tags } = await callApi(listTags, input, { signal: controller.signal });
        if (!controller.signal.aborted) setFetched({ query, names: tags.map((tag) => tag.name) });
      } catch {
        // Suggestions are optional: without them the reader keeps typing.
      }
    }, SUGGESTION_PAUSE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query]);

  const keys = new Set(chosen.map(tagKey));
  const suggestions = fetched?.query === query ? fetched.names.filter((name) => !keys.has(tagKey(name))) : [];
  return { suggestions, close: () => setFetched(undefined) };
}
