import { useState } from 'react';
import { withReason } from '#base/failure.ts';
import type { User } from '#features/accounts/contract/session.ts';
import { PublishingAs } from '#features/pen-names/parts/own-pen-names.tsx';
import type { Story } from '#features/stories/contract/stories.ts';
import { callApi } from '#ui/api-client.ts';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { useRedirect } from '#ui/use-redirect.ts';
import { urls } from '#urls.ts';
import { chapterMessages, createChapter } from '../contract/chapters.ts';
import { draftPlaces } from '../parts/drafts/drafts.ts';
import { createSubmissions } from '../parts/drafts/submissions.ts';
import { WritingGuard } from '../parts/writing/draft-status.tsx';
import { useWriting } from '../parts/writing/use-writing.ts';
import { WritingFrame } from '../parts/writing/writing-frame.tsx';
import { ChapterDrafts } from './chapter-drafts.tsx';
import {
  CHAPTER_NAMES,
  ChapterFields,
  checkChapter,
  checkChapterContent,
  newChapter,
  typedChapter,
} from './chapter-fields.tsx';

export function AddChapterForm({ user, story, order }: { user: User; story: Story; order: number }) {
  const redirect = useRedirect();
  const [submitDraft] = useState(createSubmissions);
  const initial = newChapter(order);
  const writing = useWriting({
    accountId: user.account_id,
    place: draftPlaces.newChapter(story.id),
    names: CHAPTER_NAMES,
    failureMessage: chapterMessages.createFailed,
    explain: (error) => withReason(chapterMessages.createFailed, error),
    check: (values) => checkChapter(values, initial),
    checkContent: checkChapterContent,
    submit: async (values, content, { showMessage, draft }) => {
      const input = { id: String(story.id), ...typedChapter(values, initial), content };
      const chapter = await submitDraft(draft, input, (...sent) => callApi(createChapter, ...sent));
      draft.markSaved();
      showMessage(chapterMessages.created);
      await redirect(urls.chapter(story.slug, chapter.id));
      return undefined;
    },
  });
  return (
    <WritingFrame
      isPublishing
      about="Add a chapter"
      title={story.title}
      back={{ href: urls.story(story.slug), label: 'Back to Story' }}
    >
      <PublishingAs author={story} />
      <ChapterDrafts writing={writing} />
      <Form form={writing.form} label="Add a chapter">
        <ChapterFields writing={writing} initial={initial} story={story} isNew />
        <FormActions isBar>
          <SubmitButton busyText="Creating...">Create Chapter</SubmitButton>
        </FormActions>
      </Form>
      <WritingGuard draft={writing.draft} />
    </WritingFrame>
  );
}
