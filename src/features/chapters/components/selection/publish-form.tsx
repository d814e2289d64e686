import { useState } from 'react';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { List } from '#ui/list.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { type ChapterState, chapterMessages } from '../../contract/chapters.ts';
import { severalMessages } from '../../contract/several-chapters.ts';
import { chapterTitle } from '../../parts/chapter-title.ts';
import { isPublished } from '../../rules.ts';
import { apart } from '../editor/link-dialog.tsx';
import { hasPassed, ownZone, zones } from '../writing/zoned-time.ts';
import { publicationSteps, publicationTimes, zonedText } from './publication-times.ts';
import styles from './selection-dialogs.module.css';
import type { SelectionFormProps } from './several-chapters.ts';

const choices = {
  now: { label: 'Now', submit: 'Publish', done: 'published' },
  together: { label: 'All at a set time', submit: 'Schedule', done: 'scheduled' },
  spread: { label: 'One after another', submit: 'Schedule', done: 'scheduled' },
  draft: { label: 'Not yet: make them drafts', submit: 'Make drafts', done: 'made drafts' },
};
type Choice = keyof typeof choices;

const hints: Record<Choice, string> = {
  now: 'Readers find them at once.',
  together: 'Until then only you can see them.',
  spread: 'In the order of the list. Until its time only you can see a chapter.',
  draft: 'Only you can see them; published ones leave your story until you publish them again.',
};

const ALL_PUBLISHED = 'All of these are published already';
const WEEK = '7';

function timeProblem(times: readonly Date[] | undefined): string | undefined {
  if (times === undefined) return chapterMessages.publishAtRequired;
  return times.some(hasPassed) ? chapterMessages.publishAtPassed : undefined;
}

/** When readers find the selected chapters. Published ones stay as they are unless they become drafts. */
export function PublishForm({ several, onClose }: SelectionFormProps) {
  const [choice, setChoice] = useState<Choice>('now');
  const [first, setFirst] = useState('');
  const [zone, setZone] = useState(ownZone);
  const [everyDays, setEveryDays] = useState(WEEK);
  const waiting = several.selected.filter((chapter) => !isPublished(chapter));
  const affected = choice === 'draft' ? several.selected : waiting;
  const isTimed = choice === 'together' || choice === 'spread';
  const step = choice === 'spread' ? Number(everyDays) : 0;
  const times = isTimed
    ? publicationTimes(first, zone, { count: affected.length, everyDays: step })
    : undefined;
  const form = useForm({
    names: ['choice', 'publish_at', 'time_zone', 'every'],
    failureMessage: severalMessages.changeFailed,
    check: () => ({
      choice: affected.length === 0 ? ALL_PUBLISHED : undefined,
      publish_at: isTimed ? timeProblem(times) : undefined,
    }),
    submit: async () => {
      const state: ChapterState = choice === 'now' ? 'published' : choice === 'draft' ? 'draft' : 'scheduled';
      const changes = affected.map(({ id }, at) => ({
        ...{ id, state },
        ...(times === undefined ? {} : { publish_at: times[at]?.toISOString() ?? null }),
      }));
      await several.change(changes, choices[choice].done);
      onClose();
      return undefined;
    },
  });
  const skipped = several.selected.length - affected.length;

  return (
    <Form form={apart(form)} label="Publish" saysNeedsScript={false}>
      <SelectField
        name="choice"
        label="When"
        value={choice}
        hint={hints[choice]}
        onChange={(event) => setChoice(event.currentTarget.value as Choice)}
        options={Object.entries(choices).map(([value, { label }]) => ({ value, label }))}
      />
      {isTimed ? (
        <>
          <TextField
            name="publish_at"
            label={choice === 'spread' ? 'The first one on' : 'Date and time'}
            type="datetime-local"
            value={first}
            onChange={(event) => setFirst(event.currentTarget.value)}
          />
          <SelectField
            name="time_zone"
            label="Time zone"
            value={zone}
            onChange={(event) => setZone(event.currentTarget.value)}
            options={zones().map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
          />
        </>
      ) : null}
      {choice === 'spread' ? (
        <SelectField
          name="every"
          label="Then one"
          value={everyDays}
          onChange={(event) => setEveryDays(event.currentTarget.value)}
          options={publicationSteps.map(({ days, label }) => ({ value: String(days), label }))}
        />
      ) : null}
      {times === undefined ? null : (
        <List className={styles.plan} aria-label="Times of publication">
          {affected.map((chapter, at) => (
            <li key={chapter.id} className={styles.planned}>
              <span className={styles.name}>{chapterTitle(chapter)}</span>
              <span className={styles.time}>{zonedText(times[at] ?? new Date(0), zone)}</span>
            </li>
          ))}
        </List>
      )}
      {skipped === 0 || affected.length === 0 ? null : (
        <p className={styles.skipped}>
          {skipped === 1 ? 'One of them is' : `${skipped} of them are`} published already and will not change.
        </p>
      )}
      <FormActions>
        <SubmitButton busyText="Saving...">{choices[choice].submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}
