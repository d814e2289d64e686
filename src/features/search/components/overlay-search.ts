import { useCallback, useEffect, useRef, useState } from 'react';
import type { DataOf } from '#base/contract.ts';
import { callApi } from '#ui/api-client.ts';
import {
  MIN_SUGGESTION_CHARACTERS,
  type SearchType,
  type Suggestion,
  search,
  suggestions as suggestionsCall,
  TYPING_PAUSE_MS,
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
const SHOWN_OF_BOTH = 6;
const SHOWN_OF_ONE = 12;

export interface OverlaySearch {
  query: string;
  type: SearchType;
  view: OverlayView;
  write: (query: string) => void;
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
  const asked = useRef<AbortController>(undefined);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  const forget = useCallback(() => {
    clearTimeout(pause.current);
    asked.current?.abort();
  }, []);
  useEffect(() => forget, [forget]);

  /** Cancels the previous request; a late answer is dropped. */
  const ask = useCallback(
    async (question: (signal: AbortSignal) => Promise<OverlayView>, onFailure: OverlayView) => {
      forget();
      const current = new AbortController();
      asked.current = current;
      const answer = await question(current.signal).catch(() => onFailure);
      if (!current.signal.aborted) setView(answer);
    },
    [forget],
  );

  function suggest(text: string, among: SearchType): void {
    forget();
    if ([...text.trim()].length < MIN_SUGGESTION_CHARACTERS) {
      setView({ kind: 'prompt' });
      return;
    }
    pause.current = setTimeout(() => {
      void ask(
        async (signal) => {
          const found = await callApi(suggestionsCall, { query: text, type: among }, { signal });
          return { kind: 'suggestions', suggestions: found.suggestions };
        },
        // The reader can type on without suggestions; the search itself reports failures.
        { kind: 'suggestions', suggestions: [] },
      );
    }, TYPING_PAUSE_MS);
  }

  function lookFor(text: string, among: SearchType): void {
    const wanted = text.trim();
    if (wanted === '') return;
    setView({ kind: 'searching' });
    const limit = among === 'all' ? SHOWN_OF_BOTH : SHOWN_OF_ONE;
    void ask(
      async (signal) => ({
        kind: 'results',
        results: await callApi(search, { query: wanted, type: among, limit }, { signal }),
        query: wanted,
      }),
      { kind: 'failed' },
    );
  }

  return {
    query,
    type,
    view,
    write(text) {
      setQuery(text);
      suggest(text, type);
    },
    chooseType(among) {
      setType(among);
      if (view.kind === 'prompt' || view.kind === 'suggestions') suggest(query, among);
      else lookFor(query, among);
    },
    submit: () => lookFor(query, type),
  };
}
