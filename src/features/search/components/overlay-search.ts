import { useCallback, useEffect, useRef, useState } from 'react';
import type { DataOf } from '#base/contract.ts';
import { callApi } from '#ui/api-client.ts';
import { hiddenCookieText } from '#ui/hidden-cookie-text.ts';
import { TYPING_PAUSE_MS } from '#ui/use-typed-search.ts';
import {
  MIN_SUGGESTION_CHARACTERS,
  type SearchType,
  type Suggestion,
  search,
  suggestions as suggestionsCall,
} from '../contract.ts';

export type SearchResults = DataOf<typeof search>;

/** The content of the overlay below its box. */
export type OverlayView =
  | { kind: 'prompt' }
  | { kind: 'suggestions'; suggestions: Suggestion[] }
  | { kind: 'searching' }
  | { kind: 'results'; results: SearchResults; query: string }
  | { kind: 'failed' };

/** The number of results of each kind when both are shown. */
const MAX_RESULTS_PER_KIND = 6;
const MAX_RESULTS_OF_ONE_KIND = 12;

export interface OverlaySearch {
  query: string;
  type: SearchType;
  view: OverlayView;
  changeQuery: (query: string) => void;
  chooseType: (type: SearchType) => void;
  submit: () => void;
}

/**
 * The state of the overlay: text, request and answer. Only the answer to the latest request is shown, whichever arrives
 * last.
 */
export function useOverlaySearch(): OverlaySearch {
  const [query, setQuery] = useState('');
  const [type, setType] = useState<SearchType>('all');
  const [view, setView] = useState<OverlayView>({ kind: 'prompt' });
  const request = useRef<AbortController>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const cancel = useCallback(() => {
    clearTimeout(timer.current);
    request.current?.abort();
  }, []);
  useEffect(() => cancel, [cancel]);

  /** Cancels the previous request; a late answer is dropped. */
  const load = useCallback(
    async (fetchView: (signal: AbortSignal) => Promise<OverlayView>, onFailure: OverlayView) => {
      cancel();
      const current = new AbortController();
      request.current = current;
      const answer = await fetchView(current.signal).catch(() => onFailure);
      if (!current.signal.aborted) setView(answer);
    },
    [cancel],
  );

  function suggest(text: string, searchType: SearchType): void {
    cancel();
    if ([...text.trim()].length < MIN_SUGGESTION_CHARACTERS) {
      setView({ kind: 'prompt' });
      return;
    }
    timer.current = setTimeout(() => {
      void load(
        async (signal) => {
          const data = await callApi(
            suggestionsCall,
            { query: text, type: searchType, hidden: hiddenCookieText() },
            { signal },
          );
          return { kind: 'suggestions', suggestions: data.suggestions };
        },
        // The reader can type on without suggestions; the search itself reports failures.
        { kind: 'suggestions', suggestions: [] },
      );
    }, TYPING_PAUSE_MS);
  }

  function runSearch(text: string, searchType: SearchType): void {
    const trimmed = text.trim();
    if (trimmed === '') return;
    setView({ kind: 'searching' });
    const limit = searchType === 'all' ? MAX_RESULTS_PER_KIND : MAX_RESULTS_OF_ONE_KIND;
    void load(
      async (signal) => ({
        kind: 'results',
        results: await callApi(
          search,
          { query: trimmed, type: searchType, limit, hidden: hiddenCookieText() },
          { signal },
        ),
        query: trimmed,
      }),
      { kind: 'failed' },
    );
  }

  return {
    query,
    type,
    view,
    changeQuery(text) {
      setQuery(text);
      suggest(text, type);
    },
    chooseType(searchType) {
      setType(searchType);
      if (view.kind === 'prompt' || view.kind === 'suggestions') suggest(query, searchType);
      else runSearch(query, searchType);
    },
    submit: () => runSearch(query, type),
  };
}
