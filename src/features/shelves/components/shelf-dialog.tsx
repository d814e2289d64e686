import { useState } from 'react';
import type { User } from '#features/accounts/contract/session.ts';
import type { PenName } from '#features/pen-names/contract.ts';
import { OwnPenNames } from '#features/pen-names/parts/own-pen-names.tsx';
import { PenNameField } from '#features/pen-names/parts/pen-name-choice.tsx';
import { CollectionFields, collectionErrors } from '#features/stories/parts/collection-fields.tsx';
import { callApi } from '#ui/api-client.ts';
import { CancelButton } from '#ui/cancel-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { Notice } from '#ui/notice.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { useForm } from '#ui/use-form.ts';
import {
  createShelf,
  editShelf,
  MAX_SHELF_SYNOPSIS_CHARACTERS,
  MAX_SHELF_TITLE_CHARACTERS,
  SHELF_VISIBILITIES,
  type Shelf,
  type ShelfVisibility,
  shelfMessages,
} from '../contract/shelves.ts';

const limits = { title: MAX_SHELF_TITLE_CHARACTERS, synopsis: MAX_SHELF_SYNOPSIS_CHARACTERS };

const visibilityLabels: Record<ShelfVisibility, string> = {
  private: 'Only me',
  public: 'Everyone: a reading list',
  link: 'People with the link',
};

export type ShelfDialogProps = {
  user: User;
  open: boolean;
  /** The shelf to change; undefined for a new one. */
  shelf: Shelf | undefined;
  onClose: () => void;
  onSaved: (shelf: Shelf, message: string) => void;
};

/** Creates a shelf or changes one: its title, its text, and the people who see it. */
export function ShelfDialog({ open, ...form }: ShelfDialogProps) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || isBusy || form.onClose()}
      title={form.shelf === undefined ? 'New shelf' : 'Edit shelf'}
    >
      {open ? (
        <OwnPenNames user={form.user} waiting={<SkeletonText lines={6} />} failed={(notice) => notice}>
          {(penNames) => <ShelfForm {...form} penNames={penNames} onBusy={setBusy} />}
        </OwnPenNames>
      ) : null}
    </Dialog>
  );
}

type ShelfFormProps = Omit<ShelfDialogProps, 'open' | 'user'> & {
  penNames: PenName[];
  onBusy: (isBusy: boolean) => void;
};

function ShelfForm({ shelf, penNames, onClose, onSaved, onBusy }: ShelfFormProps) {
  const [visibility, setVisibility] = useState<ShelfVisibility>(shelf?.visibility ?? 'private');
  const isPublished = visibility !== 'private';
  const form = useForm({
    names: ['title', 'synopsis', 'visibility', 'author_username'],
    draft: `shelf:${shelf?.id ?? 'new'}`,
    check: (values) => collectionErrors(values, limits, shelfMessages),
    submit: async ({ title, synopsis, author_username }) => {
      const details = {
        ...{ title: title.trim(), synopsis: synopsis.trim(), visibility },
        ...(isPublished && author_username !== '' ? { author_username } : {}),
      };
      onBusy(true);
      try {
        if (shelf === undefined) onSaved(await callApi(createShelf, details), shelfMessages.created);
        else onSaved(await callApi(editShelf, { id: shelf.id, ...details }), shelfMessages.updated);
      } finally {
        onBusy(false);
      }
      return undefined;
    },
    failureMessage: shelf === undefined ? shelfMessages.createFailed : shelfMessages.updateFailed,
  });
  return (
    <Form form={form} label={shelf === undefined ? 'New shelf' : 'Edit shelf'} saysNeedsScript={false}>
      <CollectionFields
        collection={shelf}
        limits={limits}
        synopsis={{ label: 'About this shelf', rows: 3 }}
        // Without it the focus of an author with several names stays on “Close”, where it was while they loaded.
        autoFocus
      />
      <SelectField
        name="visibility"
        label="Visible to"
        value={visibility}
        onChange={({ target: { value } }) =>
          setVisibility(SHELF_VISIBILITIES.find((each) => each === value) ?? 'private')
        }
        options={SHELF_VISIBILITIES.map((each) => ({ value: each, label: visibilityLabels[each] }))}
      />
      {isPublished ? (
        <>
          <Notice
            kind="info"
            title={
              visibility === 'public'
                ? 'Everyone will see the title, the text, the stories, and the notes you write for this list.'
                : 'Whoever has the link will see the title, the text, the stories, and the notes you write for this list.'
            }
          >
            Your private notes, ratings, tags and states stay yours.
          </Notice>
          <PenNameField names={penNames} initial={shelf?.author_username ?? undefined} />
        </>
      ) : null}
      <FormActions>
        <SubmitButton busyText="Saving...">
          {shelf === undefined ? 'Create Shelf' : 'Save Shelf'}
        </SubmitButton>
        <CancelButton form={form} onClose={onClose} />
      </FormActions>
    </Form>
  );
}
