import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isApiError, withReason } from '#base/failure.ts';
import type { User } from '#features/accounts/contract/session.ts';
import { ChapterCorrections } from '#features/corrections/parts/chapter-corrections.tsx';
import { useCorrections } from '#features/corrections/parts/use-corrections.ts';
import { PublishingAs } from '#features/pen-names/parts/own-pen-names.tsx';
import type { Story } from '#features/stories/contract/stories.ts';
import { callApi } from '#ui/api-client.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { useRedirect } from '#ui/use-redirect.ts';
import { urls } from '#urls.ts';
import { type Chapter, chapterMessages, editChapter, getChapter } from '../contract/chapters.ts';
import { draftPlaces, forgetDraftsAt } from '../parts/drafts/drafts.ts';
import { WritingGuard } from '../parts/writing/draft-status.tsx';
import { useWriting } from '../parts/writing/use-writing.ts';
import { WritingFrame } from '../parts/writing/writing-frame.tsx';
import { ChapterDrafts } from './chapter-drafts.tsx';
import fieldStyles from './chapter-fields.module.css';
import {
  CHAPTER_NAMES,
  ChapterFields,
  changedChapter,
  chapterValues,
  checkChapter,
  checkChapterContent,
} from './chapter-fields.tsx';
import { EditConflict } from './edit-conflict.tsx';
import { DeleteChapter } from './writing/delete-chapter.tsx';
import type { ComparedText } from './writing/difference-view.tsx';

export type EditChapterFormProps = { user: User; story: Story; chapter: Chapter };

export function EditChapterForm({ user, story, chapter }: EditChapterFormProps) {
  const redirect = useRedirect();
  // The form began with `stored` and saves over `latest`: a conflict moves the second alone.
  const [stored, setStored] = useState(chapter);
  const [latest, setLatest] = useState<Pick<Chapter, 'title' | 'updated_at'>>(chapter);
  const basedOn = latest.updated_at;
  const [conflict, setConflict] = useState<{ mine: ComparedText; theirs: Chapter }>();
  const [isDeleting, setDeleting] = useState(false);
  const address = { id: String(story.id), chapterId: String(chapter.id) };
  const corrections = useCorrections(address);
  // Whether a press on “Accept” saves, after which the author stays here; noted when the form sends.
  const staying = useRef({ isAsked: false, isSent: false, hasSaved: false });
  const writing = useWriting({
    accountId: user.account_id,
    place: draftPlaces.chapter(chapter.id),
    basedOn,
    names: CHAPTER_NAMES,
    failureMessage: chapterMessages.updateFailed,
    explain: (error) =>
      error.code === 'edit_conflict' ? '' : withReason(chapterMessages.updateFailed, error),
    check: (values) => checkChapter(values, stored),
    checkContent: checkChapterContent,
    confirm: async () => {
      staying.current.isSent = staying.current.isAsked;
      return true;
    },
    submit: async (values, content, { showMessage, draft }) => {
      setConflict(undefined);
      const { isSent: isStaying, hasSaved } = staying.current;
      let saved: Chapter;
      try {
        saved = await callApi(editChapter, {
          ...address,
          ...changedChapter(values, stored, latest),
          content,
          expected_updated_at: basedOn,
          draft_updated_at: await draft.settle(),
          amends: isStaying && hasSaved,
        });
      } catch (error) {
        if (isApiError(error) && error.code === 'edit_conflict') {
          const current = await callApi(getChapter, address);
          const { title } = changedChapter(values, stored, current);
          setConflict({ mine: { title, content }, theirs: current });
        }
        throw error;
      }
      draft.markSaved();
      setStored(saved);
      setLatest(saved);
      await corrections.settle(writing.text.current);
      if (isStaying) {
        staying.current.hasSaved = true;
        return undefined;
      }
      showMessage(chapterMessages.updated);
      await redirect(urls.chapter(story.slug, chapter.id));
      return undefined;
    },
    // Saving then reports an edit conflict if the chapter was saved after this draft began.
    onRestore: (draft) => {
      corrections.forgetUnsaved();
      setLatest({ ...latest, updated_at: draft.basedOn ?? basedOn });
    },
  });

  function saveAndStay() {
    staying.current.isAsked = true;
    writing.form.ref.current?.requestSubmit();
    staying.current.isAsked = false;
  }

  function saveMine(current: Chapter) {
    flushSync(() => setLatest(current));
    writing.form.ref.current?.requestSubmit();
  }

  function takeTheirs(current: Chapter) {
    writing.draft.storeCopy();
    writing.setValues(chapterValues(current));
    corrections.forgetUnsaved();
    setStored(current);
    setLatest(current);
    setConflict(undefined);
    writing.draft.markSaved();
  }

  return (
    <WritingFrame
      isPublishing
      about={story.title}
      title="Edit chapter"
      back={{ href: urls.chapter(story.slug, chapter.id), label: 'Back to Chapter' }}
    >
      <PublishingAs author={story} />
      <ChapterDrafts
        writing={writing}
        basedOn={basedOn}
        isShown={conflict === undefined}
        onReplaceSaved={(updated_at) => setLatest({ ...latest, updated_at })}
      />
      {conflict === undefined ? null : (
        <EditConflict
          {...conflict}
          onSaveMine={() => saveMine(conflict.theirs)}
          onTakeTheirs={() => takeTheirs(conflict.theirs)}
        />
      )}
      <Form form={writing.form} label="Edit chapter">
        <ChapterFields
          writing={writing}
          initial={chapter}
          story={story}
          besideText={
            <ChapterCorrections
              corrections={corrections}
              text={writing.text}
              isSaving={writing.form.isBusy}
              hasOtherChanges={writing.draft.differs}
              onSave={saveAndStay}
            />
          }
        />
        <FormActions isBar>
          <SubmitButton busyText="Saving...">Save Changes</SubmitButton>
        </FormActions>
        <FormActions>
          <ButtonLink size="small" href={urls.chapterVersions(story.slug, chapter.id)}>
            Earlier versions
          </ButtonLink>
          <Button
            size="small"
            variant="danger"
            className={fieldStyles.apart}
            onClick={() => setDeleting(true)}
          >
            Delete Chapter
          </Button>
        </FormActions>
      </Form>
      <DeleteChapter
        story={story}
        chapterId={chapter.id}
        open={isDeleting}
        onClose={() => setDeleting(false)}
        onDeleted={() => {
          writing.draft.markSaved();
          void forgetDraftsAt({ accountId: user.account_id, place: draftPlaces.chapter(chapter.id) });
        }}
      />
      <WritingGuard draft={writing.draft} />
    </WritingFrame>
  );
}
