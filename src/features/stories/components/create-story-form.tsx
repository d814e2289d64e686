import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, withReason } from '#base/failure.ts';
import type { User } from '#features/accounts/contract/session.ts';
import {
  chapterMessages,
  createChapter,
  MAX_CHAPTER_TITLE_CHARACTERS,
} from '#features/chapters/contract/chapters.ts';
import { draftPlaces } from '#features/chapters/parts/drafts/drafts.ts';
import { OfferedDrafts } from '#features/chapters/parts/drafts/offered-drafts.tsx';
import { createSubmissions } from '#features/chapters/parts/drafts/submissions.ts';
import { ChapterEditor } from '#features/chapters/parts/editor/chapter-editor.tsx';
import { chapterLines } from '#features/chapters/parts/editor/parse-html.ts';
import { contentError, titleError } from '#features/chapters/parts/writing/content-check.ts';
import { DraftStatus, WritingGuard } from '#features/chapters/parts/writing/draft-status.tsx';
import { CONTENT, useWriting } from '#features/chapters/parts/writing/use-writing.ts';
import { WritingFrame } from '#features/chapters/parts/writing/writing-frame.tsx';
import type { PenName } from '#features/pen-names/contract.ts';
import { PenNameField, usePenNameChoice } from '#features/pen-names/parts/pen-name-choice.tsx';
import { TagField } from '#features/tags/parts/tag-field.tsx';
import { tagsIn } from '#features/tags/parts/typed-tags.ts';
import { storyTagNames } from '#features/tags/rules.ts';
import { callApi } from '#ui/api-client.ts';
import { ButtonLink } from '#ui/button.tsx';
import { failureSentence } from '#ui/failure-text.ts';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { Notice } from '#ui/notice.tsx';
import { OtherSubmitButton } from '#ui/other-submit-button.tsx';
import { createSubmitKeys } from '#ui/submit-keys.ts';
import { TextField } from '#ui/text-field.tsx';
import { useRedirect } from '#ui/use-redirect.ts';
import { urls } from '#urls.ts';
import {
  publishStory,
  STORY_DETAILS,
  type Story,
  storyMessages,
  TITLE_WARNING_CHARACTERS,
} from '../contract/stories.ts';
import { MoreSettings } from './more-settings.tsx';
import { checkDetails, NEW_STORY_DETAILS, StoryFields, typedDetails } from './story-fields.tsx';

/** Once the story is written, its author knows what is in it. */
const ASKED_AT_THE_END = ['warnings'] as const;
const FIRST_CHAPTER = 'Chapter 1';
/** The error code for a failed first chapter, whose message must not say that creating the story failed. */
const CHAPTER_FAILED = 'chapter_failed';
const FIELD_NAMES = [...STORY_DETAILS, 'chapter_title', 'tags', 'author_username'] as const;

/** A created story whose first chapter could not be stored. */
interface StoryWithoutChapter {
  story: Story;
  message: string;
  /** Whether the chapter's text is saved as a draft on the page for a new chapter. */
  isDraftStored: boolean;
}

export function CreateStoryForm({ user, penNames }: { user: User; penNames: PenName[] }) {
  const redirect = useRedirect();
  const [tags, setTags] = useState<string[]>([]);
  const [step, setStep] = useState('Creating Story...');
  // The button that was pressed last; the field for who can read the story keeps the author's choice.
  const isForLater = useRef(false);
  const [incomplete, setIncomplete] = useState<StoryWithoutChapter>();
  const [submitStory] = useState(createSubmissions);
  const [chapterKey] = useState(createSubmitKeys);
  const penName = usePenNameChoice(penNames);
  const writing = useWriting({
    accountId: user.account_id,
    place: draftPlaces.newStory(),
    names: FIELD_NAMES,
    failureMessage: storyMessages.createFailed,
    explain: (error) =>
      error.code === CHAPTER_FAILED ? error.message : withReason(storyMessages.createFailed, error),
    check: (values) => {
      // The field’s text has too long tags, too, which are none of the story’s yet.
      const tagNames = storyTagNames(tagsIn(values.tags));
      return {
        ...checkDetails(STORY_DETAILS, values),
        chapter_title: titleError(values.chapter_title, MAX_CHAPTER_TITLE_CHARACTERS, {
          required: chapterMessages.titleRequired,
          tooLong: chapterMessages.titleTooLong,
        }),
        tags: tagNames.ok ? undefined : tagNames.message,
        author_username: penName.check(values.author_username),
      };
    },
    checkContent: (content) =>
      contentError(content, {
        required: chapterMessages.storyContentRequired,
        tooLong: chapterMessages.storyContentTooLong,
      }),
    confirm: (values) => penName.confirm(values.author_username),
    submit: async (values, content, tools) => {
      setStep('Creating Story...');
      const typed = typedDetails(STORY_DETAILS, values);
      const details = isForLater.current ? { ...typed, visibility: 'draft' as const } : typed;
      const author = penName.inputOf(values.author_username);
      const input = { ...details, ...author, ...(tags.length === 0 ? {} : { tags }) };
      const story = await submitStory(tools.draft, input, (...sent) => callApi(publishStory, ...sent));
      tools.showMessage(`${storyMessages.created} Creating first chapter...`);
      setStep('Creating Chapter...');
      const chapter = { title: values.chapter_title.trim(), content, order: 1 };
      try {
        const first = { id: String(story.id), ...chapter };
        await callApi(createChapter, first, { submitKey: chapterKey(first) });
      } catch (error) {
        // The story exists now: submitting the whole form again would create a second one.
        const isDraftStored = tools.draft.storeAt(draftPlaces.newChapter(story.id), {
          title: chapter.title,
          order: String(chapter.order),
          [CONTENT]: content,
        });
        const message = failureSentence(error, chapterMessages.createFailed);
        setIncomplete({ story, message, isDraftStored });
        throw new ApiError(0, CHAPTER_FAILED, message);
      }
      tools.draft.markSaved();
      tools.showMessage(`${storyMessages.created} Redirecting...`);
      await redirect(urls.story(story.slug));
      return undefined;
    },
    onRestore: ({ values }) => {
      // The draft is read from the form's field, which contains the tags only after rendering.
      flushSync(() => setTags(tagsIn(values.tags)));
    },
  });
  const { form, draft, text, onEdit } = writing;
  const language = useTypedLanguage(form.ref);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tags are a reason, not an ingredient
  useEffect(onEdit, [onEdit, tags]);

  if (incomplete?.isDraftStored) {
    return (
      <WritingFrame isPublishing title="New story">
        <ChapterFailedNotice incomplete={incomplete} />
      </WritingFrame>
    );
  }
  return (
    <WritingFrame isPublishing title="New story">
      <p>
        Written elsewhere already? <a href={urls.import()}>Import it from a file</a>.
      </p>
      <OfferedDrafts
        writing={writing}
        isShown={incomplete === undefined}
        describe={({ title, tags: tagText, [CONTENT]: content = '' }) =>
          [title, ...chapterLines(content), tagText].filter(Boolean).join(' ')
        }
      />
      <Form form={form} label="New story">
        <PenNameField names={penNames} />
        <StoryFields names={NEW_STORY_DETAILS} />
        <TextField
          name="chapter_title"
          label="Title of the first chapter"
          required
          autoComplete="off"
          defaultValue={FIRST_CHAPTER}
          counter={{ limit: MAX_CHAPTER_TITLE_CHARACTERS, warnAbove: TITLE_WARNING_CHARACTERS }}
        />
        <ChapterEditor
          name={CONTENT}
          label="Text of the first chapter"
          placeholder="Begin writing your story here..."
          initialHtml=""
          ref={text}
          onEdit={onEdit}
          status={<DraftStatus draft={draft} />}
          language={language}
          preview={() => ({
            title: writing.readValues().chapter_title ?? '',
            ...{ note_before: '', note_after: '', language: language ?? undefined },
          })}
        />
        <TagField
          name="tags"
          label="Tags"
          hint="Separate tags with commas, spaces or Enter. Join words with a hyphen: slow-burn."
          tags={tags}
          onChange={setTags}
        />
        <StoryFields names={ASKED_AT_THE_END} />
        <MoreSettings shown={[...NEW_STORY_DETAILS, ...ASKED_AT_THE_END]} />
        {incomplete === undefined ? (
          <FormActions isBar>
            <SubmitButton
              busyText={step}
              onClick={() => {
                isForLater.current = false;
              }}
            >
              Publish Story
            </SubmitButton>
            <OtherSubmitButton
              onClick={() => {
                isForLater.current = true;
              }}
            >
              Save as draft
            </OtherSubmitButton>
          </FormActions>
        ) : (
          <ChapterFailedNotice incomplete={incomplete} />
        )}
      </Form>
      {penName.dialog}
      <WritingGuard draft={draft} />
    </WritingFrame>
  );
}

/** The language that is chosen in the form; null for none. */
function useTypedLanguage(form: RefObject<HTMLFormElement | null>): string | null {
  const [language, setLanguage] = useState<string | null>(null);
  useEffect(() => {
    const { current } = form;
    // Only when the language itself changes: a state set before React has seen what is typed into a controlled field, such
    // as the tags, would make React restore the former text.
    const read = ({ target }: Event) => {
      if (target instanceof HTMLSelectElement && target.name === 'language')
        setLanguage(target.value || null);
    };
    current?.addEventListener('input', read);
    return () => current?.removeEventListener('input', read);
  }, [form]);
  return language;
}

/** Explains how to continue when the story was created without its first chapter. */
function ChapterFailedNotice({
  incomplete: { story, message, isDraftStored },
}: {
  incomplete: StoryWithoutChapter;
}) {
  return (
    <Notice
      kind="error"
      title={message}
      action={
        <ButtonLink variant="primary" href={urls.addChapter(story.slug)}>
          Add the chapter
        </ButtonLink>
      }
    >
      <p>
        Your story <a href={urls.story(story.slug)}>{story.title}</a> has been created. Readers will find it
        as soon as it has a chapter.
      </p>
      <p>
        {isDraftStored
          ? 'The chapter’s text is kept in this browser, and you can restore it there.'
          : 'This browser can’t keep the text: copy it before you leave this page.'}
      </p>
    </Notice>
  );
}
