import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useRevalidator } from 'react-router';
import { isApiError } from '#base/failure.ts';
import { useSession } from '#features/accounts/parts/session.ts';
import { DraftRecovery } from '#features/chapters/parts/drafts/draft-recovery.tsx';
import { draftPlaces } from '#features/chapters/parts/drafts/drafts.ts';
import { useWriting } from '#features/chapters/parts/writing/use-writing.ts';
import { callApi } from '#ui/api-client.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { REDIRECT_AFTER_MILLISECONDS } from '#ui/use-redirect.ts';
import { editSynopsis } from '../contract/edit-synopsis.ts';
import { getStory, MAX_SYNOPSIS_CHARACTERS, type Story, storyMessages } from '../contract/stories.ts';
import { StoryConflict } from './story-conflict.tsx';
import { checkDetails, storyFacts } from './story-fields.tsx';

export type EditSynopsisProps = { story: Story; open: boolean; onClose: () => void };

/** Edits just the synopsis, on the story's page. */
export function EditSynopsis({ story, open, onClose }: EditSynopsisProps) {
  const { user } = useSession();
  // Asked at the press: the state of the form follows a moment later.
  const differs = useRef(() => false);
  const [isAsking, setAsking] = useState(false);

  function leave() {
    setAsking(false);
    onClose();
  }

  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(isOpen) => {
          if (!isOpen && differs.current()) setAsking(true);
          else if (!isOpen) leave();
        }}
        title="Edit Synopsis"
        size="wide"
      >
        {open && user !== undefined ? (
          <SynopsisForm accountId={user.account_id} story={story} differs={differs} onSaved={leave} />
        ) : null}
      </Dialog>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Leave without saving?"
        text="Your synopsis is kept in this browser, and you can restore it here."
        confirmLabel="Leave"
        cancelLabel="Stay"
        danger
        onConfirm={leave}
      />
    </>
  );
}

type SynopsisFormProps = {
  accountId: number;
  story: Story;
  /** Set to a function that tells whether anything is unsaved. */
  differs: RefObject<() => boolean>;
  onSaved: () => void;
};

function SynopsisForm({ accountId, story, differs, onSaved }: SynopsisFormProps) {
  const { revalidate } = useRevalidator();
  const [stored, setStored] = useState(story);
  const [theirs, setTheirs] = useState<Story>();
  const writing = useWriting({
    accountId,
    place: draftPlaces.synopsis(story.id),
    basedOn: stored.updated_at,
    names: ['synopsis'],
    failureMessage: storyMessages.synopsisFailed,
    explain: (error) => (error.code === 'edit_conflict' ? '' : undefined),
    check: (values) => checkDetails(['synopsis'], values),
    submit: async ({ synopsis }, _content, { showMessage, draft }) => {
      setTheirs(undefined);
      const id = String(story.id);
      try {
        const input = { id, synopsis: synopsis.trim(), expected_updated_at: stored.updated_at };
        await callApi(editSynopsis, input);
      } catch (error) {
        if (isApiError(error) && error.code === 'edit_conflict') setTheirs(await callApi(getStory, { id }));
        throw error;
      }
      draft.markSaved();
      showMessage(storyMessages.synopsisUpdated);
      void revalidate();
      await new Promise((resolve) => setTimeout(resolve, REDIRECT_AFTER_MILLISECONDS));
      onSaved();
      return undefined;
    },
    onRestore: (draft) => setStored({ ...stored, updated_at: draft.basedOn ?? stored.updated_at }),
  });
  useEffect(() => {
    differs.current = writing.draft.differs;
  });

  return (
    <>
      <DraftRecovery
        drafts={writing.draft.recoverable}
        basedOn={stored.updated_at}
        describe={({ synopsis = '' }) => synopsis}
        onRestore={writing.restore}
        onDiscard={writing.draft.discard}
      />
      {theirs === undefined ? null : (
        <StoryConflict
          facts={[{ ...storyFacts(theirs).synopsis, isReplaced: true }]}
          onSaveMine={() => {
            flushSync(() => setStored(theirs));
            writing.form.ref.current?.requestSubmit();
          }}
          onTakeTheirs={() => {
            writing.draft.storeCopy();
            writing.setValues({ synopsis: theirs.synopsis });
            setStored(theirs);
            setTheirs(undefined);
            writing.draft.markSaved();
          }}
        />
      )}
      <Form form={writing.form} label="Edit Synopsis" saysNeedsScript={false}>
        <TextArea
          name="synopsis"
          label="Synopsis"
          rows={10}
          defaultValue={story.synopsis}
          counter={{ limit: MAX_SYNOPSIS_CHARACTERS }}
        />
        <FormActions>
          <SubmitButton busyText="Saving...">Save Synopsis</SubmitButton>
        </FormActions>
      </Form>
    </>
  );
}
