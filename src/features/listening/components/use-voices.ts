import { useEffect, useState } from 'react';
import { listeningMessages } from '../contract.ts';
import { voicesFor } from '../rules.ts';

/** The voices of this device for a language, and the sentence for a reader when there are none. */
export function useVoices(language: string | undefined): {
  voices: SpeechSynthesisVoice[];
  problem: string | undefined;
} {
  const isPossible = 'speechSynthesis' in window;
  const [all, setAll] = useState(() => (isPossible ? speechSynthesis.getVoices() : []));
  // Browsers fetch their list late, and a screen reader says only what comes after the player.
  const [isWaiting, setWaiting] = useState(true);
  useEffect(() => {
    if (!isPossible) return;
    const load = () => setAll(speechSynthesis.getVoices());
    load();
    speechSynthesis.addEventListener('voiceschanged', load);
    const timer = setTimeout(() => setWaiting(false), 1500);
    return () => {
      clearTimeout(timer);
      speechSynthesis.removeEventListener('voiceschanged', load);
    };
  }, [isPossible]);
  const voices = voicesFor(all, language);
  if (!isPossible) return { voices, problem: listeningMessages.unavailable };
  if (voices.length > 0 || isWaiting) return { voices, problem: undefined };
  const hasRemote = voicesFor(
    all.map((voice) => ({
      name: voice.name,
      lang: voice.lang,
      voiceURI: voice.voiceURI,
      default: voice.default,
      localService: !voice.localService,
    })),
    language,
  );
  return {
    voices,
    problem: hasRemote.length > 0 ? listeningMessages.onlyRemote : listeningMessages.noVoice,
  };
}
