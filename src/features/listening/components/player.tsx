import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { NEUTRAL_TITLE } from '#base/discreet.ts';
import { readEntry, writeEntry } from '#ui/browser-storage.ts';
import { Button } from '#ui/button.tsx';
import { useDiscreet } from '#ui/discreet.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon } from '#ui/icons.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { urls } from '#urls.ts';
import { listeningMessages } from '../contract.ts';
import { parseListeningSettings, SLEEP_MINUTES, SPEEDS } from '../rules.ts';
import styles from './player.module.css';
import { useMediaKeys } from './use-media-keys.ts';
import { useSpeech } from './use-speech.ts';
import { useVoices } from './use-voices.ts';

export interface PlayerProps {
  story: { slug: string; title: string; language: string | null; author_display_name: string };
  chapter: { id: number; title: string };
  next: { id: number } | undefined;
  /** Whether the chapter has warnings of its own, which its reader may not have seen. */
  isWarned: boolean;
  /** Whether listening goes on from the chapter before. */
  continues: boolean;
  onContinue: (chapterId: number | undefined) => void;
  onClose: () => void;
}

const sleepLabel = (minutes: number) =>
  minutes === 0 ? 'Off' : minutes === -1 ? 'End of chapter' : `${minutes} minutes`;

/** Reads the chapter aloud with the voices of the device, and goes on with the next one. */
export function Player(props: PlayerProps) {
  const { story, chapter, next, isWarned, continues, onContinue, onClose } = props;
  const navigate = useNavigate();
  const isDiscreet = useDiscreet();
  const language = story.language ?? undefined;
  const [settings, setSettings] = useState(() => parseListeningSettings(readEntry('listening')));
  const { voices, problem } = useVoices(language);
  const [message, setMessage] = useState<string>();
  const [sleep, setSleep] = useState(0);
  const player = useRef<HTMLElement>(null);
  const voice = voices.find(({ name }) => name === settings.voices[language ?? '']) ?? voices[0];

  const speech = useSpeech({
    chapterKey: chapter.id,
    ...{ language, voice, speed: settings.speed },
    onFinished() {
      if (next === undefined || sleep === -1) return;
      onContinue(next.id);
      void navigate(urls.chapter(story.slug, next.id));
    },
    onFailed: () => setMessage(listeningMessages.failed),
  });
  const { state, play, pause, stop, step, restart } = speech;

  function start(from?: number) {
    setMessage(play(from) ? undefined : listeningMessages.nothing);
  }

  function change(changed: Partial<typeof settings>) {
    const settingsNow = { ...settings, ...changed };
    setSettings(settingsNow);
    writeEntry('listening', JSON.stringify(settingsNow));
  }
  // Another voice or speed is heard at once, from the beginning of the sentence.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of these is a reason
  useEffect(() => {
    if (state === 'playing') restart();
  }, [voice?.voiceURI, settings.speed]);

  const hasVoice = voice !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the arrival in another chapter is a reason
  useEffect(() => {
    if (!continues || !hasVoice) return;
    onContinue(undefined);
    if (isWarned && document.documentElement.dataset.warned === undefined)
      setMessage(listeningMessages.warned);
    else start(0);
  }, [continues, chapter.id, hasVoice]);

  useEffect(() => {
    if (sleep <= 0) return;
    const timer = setTimeout(() => {
      pause();
      setSleep(0);
    }, sleep * 60_000);
    return () => clearTimeout(timer);
  }, [sleep, pause]);

  useMediaKeys({
    title: isDiscreet ? NEUTRAL_TITLE : chapter.title,
    artist: isDiscreet ? '' : `${story.title}, by ${story.author_display_name}`,
    state,
    play: start,
    pause,
    stop,
    step,
  });

  return (
    <section ref={player} className={styles.player} aria-label="Listen">
      <div className={styles.row}>
        <IconButton
          label="Previous sentence"
          icon={<ChevronLeftIcon />}
          aria-disabled={state === 'stopped' || undefined}
          onClick={() => step(-1)}
        />
        <Button
          variant="primary"
          size="small"
          className={styles.play}
          aria-disabled={!hasVoice || undefined}
          onClick={() => (state === 'playing' ? pause() : start())}
        >
          {state === 'playing' ? 'Pause' : 'Play'}
        </Button>
        <IconButton
          label="Next sentence"
          icon={<ChevronRightIcon />}
          aria-disabled={state === 'stopped' || undefined}
          onClick={() => step(1)}
        />
        <Button
          size="small"
          aria-disabled={!hasVoice || undefined}
          title="Begin at the selected words, or at the top of the screen"
          onClick={() => {
            stop();
            start();
          }}
        >
          Start here
        </Button>
        <IconButton
          label="Stop listening"
          icon={<CloseIcon />}
          className={styles.close}
          onClick={() => {
            // The button that opened the player stands before it, far above what is being read.
            const opener = player.current?.previousElementSibling as HTMLElement | null;
            opener?.focus({ preventScroll: true });
            onClose();
          }}
        />
      </div>
      <p className={styles.message} aria-live="polite">
        {problem ?? message}
      </p>
      {hasVoice ? (
        <div className={styles.settings}>
          <SelectField
            name="speed"
            label="Speed"
            value={String(settings.speed)}
            onChange={({ target: { value } }) =>
              change({ speed: SPEEDS.find((each) => String(each) === value) ?? 1 })
            }
            options={SPEEDS.map((each) => ({ value: String(each), label: `${each} ×` }))}
          />
          <SelectField
            name="voice"
            label="Voice"
            value={voice.name}
            onChange={({ target: { value } }) =>
              change({ voices: { ...settings.voices, [language ?? '']: value } })
            }
            options={voices.map(({ name }) => ({ value: name, label: name }))}
          />
          <SelectField
            name="sleep"
            label="Sleep timer"
            value={String(sleep)}
            onChange={({ target: { value } }) => setSleep(Number(value))}
            options={SLEEP_MINUTES.map((each) => ({ value: String(each), label: sleepLabel(each) }))}
          />
        </div>
      ) : null}
    </section>
  );
}
