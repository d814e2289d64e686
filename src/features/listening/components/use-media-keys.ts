import { useEffect, useRef } from 'react';
import type { SpeechState } from './use-speech.ts';

interface MediaKeys {
  title: string;
  artist: string;
  state: SpeechState;
  play: () => void;
  pause: () => void;
  stop: () => void;
  step: (direction: 1 | -1) => void;
}

/** The keys of keyboards, headphones and lock screens, as far as the browser hands them to a speaking page. */
export function useMediaKeys(keys: MediaKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  const { title, artist, state } = keys;
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const session = navigator.mediaSession;
    const actions: [MediaSessionAction, () => void][] = [
      ['play', () => latest.current.play()],
      ['pause', () => latest.current.pause()],
      ['stop', () => latest.current.stop()],
      ['previoustrack', () => latest.current.step(-1)],
      ['nexttrack', () => latest.current.step(1)],
    ];
    for (const [action, run] of actions) session.setActionHandler(action, run);
    return () => {
      for (const [action] of actions) session.setActionHandler(action, null);
      session.metadata = null;
    };
  }, []);
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist });
    navigator.mediaSession.playbackState = state === 'stopped' ? 'none' : state;
  }, [title, artist, state]);
}
