import { useCallback, useEffect, useRef, useState } from 'react';
import { subscribeToClearedHistory } from '#ui/browser-storage.ts';
import { firstPlaceFrom, type Place, placeAfter, placeBefore } from '../rules.ts';
import { hideSentence, readBlocks, showSentence, startingBlock, textAt } from './spoken-text.ts';

export type SpeechState = 'stopped' | 'playing' | 'paused';

interface SpeechOptions {
  /** Identifies the text: another chapter has another key. */
  chapterKey: number;
  language: string | undefined;
  voice: SpeechSynthesisVoice | undefined;
  speed: number;
  onFinished: () => void;
  onFailed: () => void;
}

/**
 * Speaks the chapter on the page, a sentence at a time: the browser's own pause is unreliable, so that pausing stops within
 * a sentence, and going on begins it again.
 */
export function useSpeech(options: SpeechOptions) {
  const [state, setState] = useState<SpeechState>('stopped');
  const latest = useRef(options);
  const place = useRef<Place>(undefined);
  const blocks = useRef<ReturnType<typeof readBlocks>>([]);
  /** Another utterance makes the events of former ones meaningless. */
  const turn = useRef(0);

  useEffect(() => {
    latest.current = options;
  });

  const counts = useCallback(() => blocks.current.map(({ sentences }) => sentences.length), []);

  const halt = useCallback(() => {
    turn.current += 1;
    speechSynthesis.cancel();
  }, []);

  const speak = useCallback(() => {
    halt();
    const at = place.current;
    const { voice, speed, language, onFailed } = latest.current;
    if (at === undefined || voice === undefined) return;
    showSentence(blocks.current, at);
    const utterance = new SpeechSynthesisUtterance(textAt(blocks.current, at));
    utterance.voice = voice;
    utterance.lang = language ?? voice.lang;
    utterance.rate = speed;
    const own = turn.current;
    utterance.onend = () => {
      if (own !== turn.current) return;
      const next = placeAfter(at, counts());
      place.current = next;
      if (next !== undefined) return speak();
      setState('stopped');
      hideSentence();
      latest.current.onFinished();
    };
    utterance.onerror = () => {
      if (own !== turn.current) return;
      setState('paused');
      onFailed();
    };
    setState('playing');
    speechSynthesis.speak(utterance);
  }, [counts, halt]);

  /** Begins at a block, or where the reader is. False when there is nothing to say. */
  const play = useCallback(
    (from?: number): boolean => {
      if (place.current === undefined || from !== undefined) {
        blocks.current = readBlocks(latest.current.language);
        place.current = firstPlaceFrom(from ?? startingBlock(blocks.current), counts());
      }
      if (place.current === undefined) return false;
      speak();
      return true;
    },
    [counts, speak],
  );

  const pause = useCallback(() => {
    halt();
    setState('paused');
  }, [halt]);

  const stop = useCallback(() => {
    halt();
    hideSentence();
    place.current = undefined;
    setState('stopped');
  }, [halt]);

  const step = useCallback(
    (direction: 1 | -1) => {
      const at = place.current;
      if (at === undefined) return;
      place.current = direction === 1 ? (placeAfter(at, counts()) ?? at) : placeBefore(at, counts());
      speak();
    },
    [counts, speak],
  );

  // A browser may go on speaking over the page that Quick exit leads to.
  useEffect(() => {
    const unsubscribe = subscribeToClearedHistory(stop);
    window.addEventListener('pagehide', stop);
    return () => {
      unsubscribe();
      window.removeEventListener('pagehide', stop);
    };
  }, [stop]);

  // Another chapter is another text. Leaving the page ends the speech.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the text on the page
  useEffect(() => stop, [options.chapterKey, stop]);

  return { state, play, pause, stop, step, restart: speak };
}
