import { useState } from 'react';
import { flushSync } from 'react-dom';
import { isApiError, withReason } from '#base/failure.ts';
import type { User } from '#features/accounts/contract/session.ts';
import { draftPlaces } from '#features/chapters/parts/drafts/drafts.ts';
import { OfferedDrafts } from '#features/chapters/parts/drafts/offered-drafts.tsx';
import { DraftStatus, WritingGuard } from '#features/chapters/parts/writing/draft-status.tsx';
import { OwnChapters } from '#features/chapters/parts/writing/own-chapters.tsx';
import { useWriting } from '#features/chapters/parts/writing/use-writing.ts';
import { WritingFrame } from '#features/chapters/parts/writing/writing-frame.tsx';
import { markCoverChanged } from '#features/covers/parts/changed-covers.ts';
import type { PenName } from '#features/pen-names/contract.ts';
import { PenNameField, usePenNameChoice } from '#features/pen-names/parts/pen-name-choice.tsx';
import { BetaReaders } from '#features/secret-links/parts/beta-readers.tsx';
import { callApi } from '#ui/api-client.ts';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useRedirect } from '#ui/use-redirect.ts';
import { urls } from '#urls.ts';
import { editStory, getStory, type Story, storyMessages } from '../contract/stories.ts';
import { CoverSettings } from './cover-settings.tsx';
import {
  type ConflictFact,
  changedStory,
  checkEdited,
  conflictFacts,
  EDITED_NAMES,
  editedValues,
} from './edited-story.ts';
import { MoreSettings } from './more-settings.tsx';
import { SlugField } from './slug-field.tsx';
import { StoryConflict } from './story-conflict.tsx';
import { EDITED_STORY_DETAILS, StoryFields } from './story-fields.tsx';

export type EditStoryFormProps = { user: User; story: Story; penNames: PenName[] };

export function EditStoryForm({ user, story, penNames }: EditStoryFormProps) {
  const redirect = useRedirect();
  // The form began with `base` and saves over `stored`: a conflict moves the second alone.
  const [base, setBase] = useState(story);
  const [stored, setStored] = useState(story);
  const [conflict, setConflict] = useState<{ theirs: Story; facts: ConflictFact[] }>();
  const penName = usePenNameChoice(penNames, base.author_username);
  const writing = useWriting({
    accountId: user.account_id,
    place: draftPlaces.story(story.id),
    basedOn: stored.updated_at,
    names: EDITED_NAMES,
    failureMessage: storyMessages.updateFailed,
    explain: (error) => (error.code === 'edit_conflict' ? '' : withReason(storyMessages.updateFailed, error)),
    check: (values) => ({
      ...checkEdited(values, base),
      author_username: penName.check(values.author_username),
    }),
    confirm: (values) => penName.confirm(values.author_username),
    submit: async (values, _content, { showMessage, draft }) => {
      setConflict(undefined);
      let saved: Story;
      try {
        saved = await callApi(editStory, {
          id: String(story.id),
          ...changedStory(values, base, stored),
          ...penName.inputOf(values.author_username),
          expected_updated_at: stored.updated_at,
          draft_updated_at: await draft.settle(),
        });
      } catch (error) {
        if (isApiError(error) && error.code === 'edit_conflict') {
          const theirs = await callApi(getStory, { id: String(story.id) });
          setConflict({ theirs, facts: conflictFacts(values, base, theirs) });
        }
        throw error;
      }
      draft.markSaved();
      markCoverChanged(urls.story(saved.slug));
      // Pages opened later ask for the plain address, which the browser keeps where it finds a cover without a session.
      if (saved.visibility !== 'draft' && saved.withheld_at === undefined)
        void fetch(`${urls.story(saved.slug)}/cover.svg`, { cache: 'reload' }).catch(() => {});
      const isMoved = saved.slug !== story.slug;
      showMessage(isMoved ? `${storyMessages.updated} Redirecting to new URL...` : storyMessages.updated);
      await redirect(urls.story(saved.slug));
      return undefined;
    },
    onRestore: (draft) => setStored({ ...stored, updated_at: draft.basedOn ?? stored.updated_at }),
  });

  function saveMine(current: Story) {
    flushSync(() => setStored(current));
    writing.form.ref.current?.requestSubmit();
  }

  function takeTheirs(current: Story) {
    writing.draft.storeCopy();
    writing.setValues(editedValues(current));
    setBase(current);
    setStored(current);
    setConflict(undefined);
    writing.draft.markSaved();
  }

  return (
    <WritingFrame
      isPublishing
      title="Edit story"
      back={{ href: urls.story(story.slug), label: 'Back to Story' }}
    >
      <OfferedDrafts
        writing={writing}
        basedOn={stored.updated_at}
        isShown={conflict === undefined}
        onReplaceSaved={(updated_at) => setStored({ ...stored, updated_at })}
        describe={({ title, synopsis }) => [title, synopsis].filter(Boolean).join(': ')}
      />
      {conflict === undefined ? null : (
        <StoryConflict
          facts={conflict.facts}
          onSaveMine={() => saveMine(conflict.theirs)}
          onTakeTheirs={() => takeTheirs(conflict.theirs)}
        />
      )}
      <Form form={writing.form} label="Edit story">
        <StoryFields
          names={EDITED_STORY_DETAILS}
          story={story}
          belowTitle={<SlugField initial={story.slug} form={writing.form.ref} onChange={writing.onEdit} />}
        />
        <TextField
          name="tags"
          label="Tags"
          hint="Separated by commas: slow burn, contemporary, sea"
          autoComplete="off"
          autoCapitalize="none"
          defaultValue={editedValues(story).tags}
        />
        <PenNameField
          names={penNames}
          initial={story.author_username}
          hint="Another name moves the story there. Its address stays, and it leaves its series."
        />
        <MoreSettings shown={EDITED_STORY_DETAILS} story={story} />
        <CoverSettings story={story} />
        <FormActions>
          <SubmitButton busyText="Updating...">Update Story</SubmitButton>
          <DraftStatus draft={writing.draft} />
        </FormActions>
      </Form>
      <OwnChapters story={story} />
      {penName.dialog}
      <BetaReaders story={story} />
      <WritingGuard draft={writing.draft} />
    </WritingFrame>
  );
}
