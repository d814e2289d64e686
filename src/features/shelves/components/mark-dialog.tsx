import { useState } from 'react';
import { fits } from '#base/plain-text.ts';
import { READING_STATES, readingStateLabels } from '#features/reactions/contract/reading-state.ts';
import { showReadingState } from '#features/reactions/parts/reading-state.ts';
import { apiIdOfStory } from '#features/reactions/parts/story-api-id.ts';
import type { Story } from '#features/stories/contract/stories.ts';
import { tagsIn } from '#features/tags/parts/typed-tags.ts';
import { callApi } from '#ui/api-client.ts';
import { CancelButton } from '#ui/cancel-button.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import {
  getMark,
  MAX_OWN_RATING,
  MAX_SHELF_NOTE_CHARACTERS,
  type Mark,
  markMessages,
  setMark,
} from '../contract/marks.ts';
import { createShelf, listShelves, putOnShelf, removeFromShelf, type Shelf } from '../contract/shelves.ts';
import styles from './mark-dialog.module.css';

export type MarkDialogProps = {
  story: Pick<Story, 'id' | 'title'>;
  open: boolean;
  onClose: () => void;
  onSaved?: (() => void) | undefined;
};

/** Everything that a reader keeps about a story, and the own shelves with it. */
export function MarkDialog({ story, open, onClose, onSaved }: MarkDialogProps) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || isBusy || onClose()}
      title={`Your shelves: ${story.title}`}
      description="Nobody else sees your state, rating, note and tags."
    >
      {open ? <Content story={story} onBusy={setBusy} onClose={onClose} onSaved={onSaved} /> : null}
    </Dialog>
  );
}

type ContentProps = Omit<MarkDialogProps, 'open'> & { onBusy: (isBusy: boolean) => void };

function Content(props: ContentProps) {
  const id = apiIdOfStory(props.story.id);
  const loaded = useLoaded(id, async () => {
    const [{ shelf_ids, ...mark }, { shelves }] = await Promise.all([
      callApi(getMark, { id }),
      callApi(listShelves, {}),
    ]);
    return { mark, shelf_ids, custom: shelves.filter((shelf) => shelf.kind === 'custom') };
  });
  return (
    <LoadedPart
      loaded={loaded}
      label="Loading what you keep about this story"
      lines={8}
      failed={markMessages.loadFailed}
    >
      {(data) => <MarkForm {...props} {...data} id={id} />}
    </LoadedPart>
  );
}

type MarkFormProps = ContentProps & { id: string; mark: Mark; shelf_ids: string[]; custom: Shelf[] };

/** The name of a shelf's checkbox. */
const fieldOf = (shelf: Shelf) => `shelf-${shelf.id}`;

function MarkForm({ id, story, mark, shelf_ids, custom, onBusy, onClose, onSaved }: MarkFormProps) {
  const form = useForm({
    names: ['state', 'rating', 'note', 'tags', 'title', ...custom.map(fieldOf)],
    // A text typed before the story went to another shelf must not take it back.
    draft: `mark:${[id, mark.state, mark.rating, ...shelf_ids].join(':')}`,
    check: ({ note = '' }) => ({
      note: fits(note.trim(), MAX_SHELF_NOTE_CHARACTERS) ? undefined : markMessages.noteTooLong,
    }),
    submit: async ({ state = '', rating = '', note = '', tags = '', title = '', ...chosen }) => {
      onBusy(true);
      try {
        const saved = await callApi(setMark, {
          ...{ id, note, tags: tagsIn(tags) },
          state: READING_STATES.find((each) => each === state) ?? null,
          rating: rating === '' ? null : Number(rating),
        });
        for (const shelf of custom) {
          const isWanted = (chosen[fieldOf(shelf)] ?? '') !== '';
          if (isWanted === shelf_ids.includes(shelf.id)) continue;
          await callApi(isWanted ? putOnShelf : removeFromShelf, { id: shelf.id, story_id: id });
        }
        if (title.trim() !== '') {
          const shelf = await callApi(createShelf, { title });
          await callApi(putOnShelf, { id: shelf.id, story_id: id });
        }
        showReadingState(story.id, saved.state);
      } finally {
        onBusy(false);
      }
      onSaved?.();
      onClose();
      return undefined;
    },
    failureMessage: markMessages.saveFailed,
  });
  return (
    <Form form={form} label="Your shelves" saysNeedsScript={false}>
      <div className={styles.pair}>
        <SelectField
          name="state"
          label="State"
          defaultValue={mark.state ?? ''}
          options={[
            { value: '', label: 'None' },
            ...READING_STATES.map((state) => ({ value: state, label: readingStateLabels[state] })),
          ]}
        />
        <SelectField
          name="rating"
          label="Your rating"
          defaultValue={String(mark.rating ?? '')}
          options={[
            { value: '', label: 'None' },
            ...Array.from({ length: MAX_OWN_RATING }, (_, at) => ({
              value: String(at + 1),
              label: `${at + 1} of ${MAX_OWN_RATING}`,
            })),
          ]}
        />
      </div>
      <TextArea
        name="note"
        label="Private note"
        rows={4}
        defaultValue={mark.note}
        counter={{ limit: MAX_SHELF_NOTE_CHARACTERS }}
      />
      <TextField
        name="tags"
        label="Your own tags"
        hint="Separated by commas. They are yours alone, and not the story’s."
        autoComplete="off"
        defaultValue={mark.tags.join(', ')}
      />
      <fieldset className={styles.shelves}>
        <legend className={styles.legend}>Your own shelves</legend>
        {custom.map((shelf) => (
          <CheckboxField
            key={shelf.id}
            name={fieldOf(shelf)}
            label={shelf.title}
            hint={
              shelf.visibility === 'private'
                ? undefined
                : 'A published list: its readers see the story on it.'
            }
            defaultChecked={shelf_ids.includes(shelf.id)}
          />
        ))}
        <TextField name="title" label="New shelf" hint="Private until you publish it." autoComplete="off" />
      </fieldset>
      <FormActions>
        <SubmitButton busyText="Saving...">Save</SubmitButton>
        <CancelButton form={form} onClose={onClose} />
      </FormActions>
    </Form>
  );
}
