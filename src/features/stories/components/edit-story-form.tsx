import { useState } from 'react';
import { flushSync } from 'react-dom';
import { isApiError, withReason } from '#base/failure.ts';
import { fits } from '#base/plain-text.ts';
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
import { storyTagNames } from '#features/tags/rules.ts';
import { callApi } from '#ui/api-client.ts';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useRedirect } from '#ui/use-redirect.ts';
import { urls } from '#urls.ts';
import {
  editStory,
  getStory,
  MAX_SLUG_CHARACTERS,
  STORY_DETAILS,
  type Story,
  storyMessages,
} from '../contract/stories.ts';
import { isUsableSlug } from '../rules.ts';
import { CoverSettings } from './cover-settings.tsx';
import { MoreSettings } from './more-settings.tsx';
import { SlugField } from './slug-field.tsx';
import { StoryConflict } from './story-conflict.tsx';
import {
  checkDetails,
  EDITED_STORY_DETAILS,
  StoryFields,
  storyValues,
  typedDetails,
} from './story-fields.tsx';

const FIELD_NAMES = [...STORY_DETAILS, 'slug', 'tags', 'author_username'] as const;

type Values = Record<(typeof FIELD_NAMES)[number], string>;

export type EditStoryFormProps = { user: User; story: Story; penNames: PenName[] };

export function EditStoryForm({ user, story, penNames }: EditStoryFormProps) {
  const redirect = useRedirect();
  const [stored, setStored] = useState(story);
  const [theirs, setTheirs] = useState<Story>();
  const penName = usePenNameChoice(penNames, stored.author_username);
  const writing = useWriting({
    accountId: user.account_id,
    place: draftPlaces.story(story.id),
    basedOn: stored.updated_at,
    names: FIELD_NAMES,
    failureMessage: storyMessages.updateFailed,
    explain: (error) => (error.code === 'edit_conflict' ? '' : withReason(storyMessages.updateFailed, error)),
    check: (values) => ({ ...check(values), author_username: penName.check(values.author_username) }),
    confirm: (values) => penName.confirm(values.author_username),
    submit: async (values, _content, { showMessage, draft }) => {
      setTheirs(undefined);
      let saved: Story;
      try {
        saved = await callApi(editStory, {
          id: String(story.id),
          ...typedDetails(STORY_DETAILS, values),
          slug: values.slug.trim(),
          ...penName.inputOf(values.author_username),
          tags: parseTags(values.tags),
          expected_updated_at: stored.updated_at,
          draft_updated_at: await draft.settle(),
        });
      } catch (error) {
        if (isApiError(error) && error.code === 'edit_conflict') {
          setTheirs(await callApi(getStory, { id: String(story.id) }));
        }
        throw error;
      }
      draft.markSaved();
      markCoverChanged(urls.story(saved.slug));
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
    writing.setValues(valuesOf(current));
    setStored(current);
    setTheirs(undefined);
    writing.draft.markSaved();
  }

  return (
    <WritingFrame title="Edit story" back={{ href: urls.story(story.slug), label: 'Back to Story' }}>
      <OfferedDrafts
        writing={writing}
        basedOn={stored.updated_at}
        isShown={theirs === undefined}
        onReplaceSaved={(updated_at) => setStored({ ...stored, updated_at })}
        describe={({ title, synopsis }) => [title, synopsis].filter(Boolean).join(': ')}
      />
      {theirs === undefined ? null : (
        <StoryConflict
          theirs={theirs}
          onSaveMine={() => saveMine(theirs)}
          onTakeTheirs={() => takeTheirs(theirs)}
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
          defaultValue={valuesOf(story).tags}
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

function valuesOf(story: Story): Values {
  return {
    ...storyValues(story),
    slug: story.slug,
    tags: story.tags.map((tag) => tag.name).join(', '),
    author_username: story.author_username,
  };
}

function parseTags(typed: string): string[] {
  return typed
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

function check(values: Values) {
  const slug = values.slug.trim();
  const tags = storyTagNames(parseTags(values.tags));
  return {
    ...checkDetails(STORY_DETAILS, values),
    slug:
      slug === ''
        ? storyMessages.slugRequired
        : !fits(slug, MAX_SLUG_CHARACTERS)
          ? storyMessages.slugTooLong
          : isUsableSlug(slug)
            ? undefined
            : storyMessages.slugUnusable,
    tags: tags.ok ? undefined : tags.message,
  };
}
