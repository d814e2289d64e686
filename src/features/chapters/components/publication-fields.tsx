import { useState } from 'react';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { CHAPTER_STATES, type ChapterState, chapterMessages } from '../contract/chapters.ts';
import { WITH_STORY } from './chapter-state.ts';
import styles from './publication-fields.module.css';
import { hasPassed, localTime, momentOf, ownZone, zones } from './writing/zoned-time.ts';

export const PUBLICATION_NAMES = ['state', 'publish_at', 'time_zone'] as const;
type PublicationValues = Record<(typeof PUBLICATION_NAMES)[number], string>;

/** The publication of a chapter as the API gives it. */
export interface StoredPublication {
  state: ChapterState;
  publish_at: string | null;
}

const labels: Record<ChapterState, string> = {
  published: 'Publish now',
  scheduled: 'Publish at a set time',
  draft: 'Keep as a draft',
};

const hints: Record<ChapterState, string> = {
  published: 'Readers find it at once.',
  scheduled: 'Until then only you can see it.',
  draft: 'Only you can see it.',
};

const PAST_HINT = 'This time has passed. Choose a later one.';

function stateIn(text: string): ChapterState {
  return CHAPTER_STATES.find((state) => state === text) ?? 'published';
}

export function typedPublication({ state, publish_at, time_zone }: PublicationValues) {
  const typed = stateIn(state);
  if (typed !== 'scheduled') return { state: typed, publish_at: null };
  return { state: typed, publish_at: momentOf(publish_at, time_zone)?.toISOString() ?? null };
}

/** The differences from `stored`, with which the form began; its minutes leave the seconds of a stored time alone. */
export function changedPublication(values: PublicationValues, stored: StoredPublication) {
  const { state, publish_at } = typedPublication(values);
  return {
    ...(state === stored.state ? {} : { state }),
    ...(state === 'scheduled' && isOtherTime(values, stored) ? { publish_at } : {}),
  };
}

function isOtherTime({ publish_at, time_zone }: PublicationValues, stored: StoredPublication): boolean {
  const initial = publicationValues(stored);
  return publish_at !== initial.publish_at || time_zone !== initial.time_zone;
}

export function publicationValues({ state, publish_at }: StoredPublication): PublicationValues {
  const zone = ownZone();
  return {
    state,
    publish_at: publish_at === null ? '' : localTime(new Date(publish_at), zone),
    time_zone: zone,
  };
}

/** The error in the time of a scheduled chapter. A stored time may pass while the form is open. */
export function checkPublication(values: PublicationValues, stored: StoredPublication): string | undefined {
  if (stateIn(values.state) !== 'scheduled') return undefined;
  const moment = momentOf(values.publish_at, values.time_zone);
  if (moment === undefined) return chapterMessages.publishAtRequired;
  return isOtherTime(values, stored) && hasPassed(moment) ? chapterMessages.publishAtPassed : undefined;
}

export type PublicationFieldsProps = {
  initial: StoredPublication;
  /** Whether the chapter exists and is published. */
  isPublished: boolean;
  /** Whether the story is a draft, so that readers wait for it. */
  isInDraft: boolean;
};

/** When readers find the chapter: now, at a set time, or not yet. */
export function PublicationFields({ initial, isPublished, isInDraft }: PublicationFieldsProps) {
  const values = publicationValues(initial);
  const [state, setState] = useState(initial.state);
  const [time, setTime] = useState(values.publish_at);
  const [zone, setZone] = useState(values.time_zone);
  const moment = state === 'scheduled' ? momentOf(time, zone) : undefined;
  const isPast = moment !== undefined && hasPassed(moment);
  const published = isInDraft
    ? { label: WITH_STORY, hint: 'Readers find it with the story.' }
    : isPublished
      ? { label: 'Published', hint: 'Readers find it in the story.' }
      : { label: labels.published, hint: hints.published };
  return (
    <>
      <SelectField
        name="state"
        label="Publication"
        defaultValue={initial.state}
        hint={isPast ? PAST_HINT : state === 'published' ? published.hint : hints[state]}
        onChange={(event) => setState(stateIn(event.currentTarget.value))}
        options={CHAPTER_STATES.map((value) => ({
          value,
          label: value === 'published' ? published.label : labels[value],
        }))}
      />
      {/* The fields stay in the form while they are hidden, so that a draft can fill them. */}
      <div className={styles.time} hidden={state !== 'scheduled'}>
        <TextField
          name="publish_at"
          label="Date and time"
          type="datetime-local"
          defaultValue={values.publish_at}
          onChange={(event) => setTime(event.currentTarget.value)}
        />
        <SelectField
          name="time_zone"
          label="Time zone"
          defaultValue={values.time_zone}
          onChange={(event) => setZone(event.currentTarget.value)}
          options={zones().map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        />
      </div>
    </>
  );
}
