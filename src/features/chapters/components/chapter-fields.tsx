import { Fragment, type ReactNode } from 'react';
import { differing } from '#base/differing.ts';
import { pick } from '#base/pick.ts';
import { fits } from '#base/plain-text.ts';
import { type Story, TITLE_WARNING_CHARACTERS } from '#features/stories/contract/stories.ts';
import { WarningsField, warningsIn, warningsText } from '#features/stories/parts/warnings-field.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import {
  CHAPTER_DETAILS,
  CHAPTER_KINDS,
  type ChapterDetails,
  chapterKinds,
  chapterMessages,
  MAX_CHAPTER_NOTE_CHARACTERS,
  MAX_CHAPTER_ORDER,
  MAX_CHAPTER_TITLE_CHARACTERS,
  MAX_VOLUME_CHARACTERS,
} from '../contract/chapters.ts';
import { ChapterEditor } from '../parts/editor/chapter-editor.tsx';
import { contentError, titleError } from '../parts/writing/content-check.ts';
import { DraftStatus } from '../parts/writing/draft-status.tsx';
import { CONTENT, type Writing } from '../parts/writing/use-writing.ts';
import styles from './chapter-fields.module.css';
import {
  changedPublication,
  checkPublication,
  PUBLICATION_NAMES,
  PublicationFields,
  publicationValues,
  type StoredPublication,
  typedPublication,
} from './publication-fields.tsx';
import { noteHtml, noteText } from './writing/note-text.ts';

type Detail = keyof ChapterDetails;

/** One detail in the forms of a chapter: its field, and the conversions between its value and the field's text. */
interface ChapterField<Value> {
  field: (field: { name: string; defaultValue: string }) => ReactNode;
  toText: (value: Value) => string;
  /** `stored` is the value that the form began with. */
  fromText: (typed: string, stored: Value) => Value;
  problem?: (typed: string) => string | undefined;
}

const noteField = (label: string, hint: string): ChapterField<string> => ({
  field: (field) => (
    <TextArea
      {...field}
      label={label}
      hint={`${hint} *so* is shown with emphasis, **so** in bold; [words](address) is a link.`}
      rows={3}
      counter={{ limit: MAX_CHAPTER_NOTE_CHARACTERS }}
    />
  ),
  toText: noteText,
  fromText: noteHtml,
  problem: (typed) =>
    fits(noteHtml(typed, ''), MAX_CHAPTER_NOTE_CHARACTERS) ? undefined : chapterMessages.noteTooLong,
});

const chapterFields: { [Name in Detail]: ChapterField<ChapterDetails[Name]> } = {
  title: {
    field: (field) => (
      <TextField
        {...field}
        label="Chapter title"
        required
        autoComplete="off"
        counter={{ limit: MAX_CHAPTER_TITLE_CHARACTERS, warnAbove: TITLE_WARNING_CHARACTERS }}
      />
    ),
    toText: (title) => title,
    fromText: (typed) => typed.trim(),
    problem: (typed) =>
      titleError(typed, MAX_CHAPTER_TITLE_CHARACTERS, {
        required: chapterMessages.titleRequired,
        tooLong: chapterMessages.titleTooLong,
      }),
  },
  kind: {
    field: (field) => (
      <SelectField
        {...field}
        label="Kind"
        hint="A notice to readers is not counted as a chapter."
        options={CHAPTER_KINDS.map((value) => ({ value, label: chapterKinds[value] }))}
      />
    ),
    toText: (kind) => kind,
    fromText: (typed) => CHAPTER_KINDS.find((kind) => kind === typed) ?? 'chapter',
  },
  volume: {
    field: (field) => (
      <TextField
        {...field}
        label="Volume"
        hint="Chapters of one volume stand together under its title."
        autoComplete="off"
        counter={{ limit: MAX_VOLUME_CHARACTERS, warnAbove: TITLE_WARNING_CHARACTERS }}
      />
    ),
    toText: (volume) => volume ?? '',
    fromText: (typed) => typed.trim() || null,
    problem: (typed) =>
      fits(typed.trim(), MAX_VOLUME_CHARACTERS) ? undefined : chapterMessages.volumeTooLong,
  },
  note_before: noteField('Note before the chapter', 'Shown above the text.'),
  note_after: noteField('Note after the chapter', 'Shown below the text.'),
  warnings: {
    field: (field) => (
      <WarningsField
        {...field}
        label="Content warnings for this chapter"
        hint="What the warnings of the whole story do not already say."
      />
    ),
    toText: warningsText,
    fromText: warningsIn,
  },
};

/** The details that the form shows at once; the others unfold. */
const SHOWN = ['title'] as const satisfies readonly Detail[];
const UNFOLDED = CHAPTER_DETAILS.filter((name) => !SHOWN.some((shown) => shown === name));

export const CHAPTER_NAMES = [...CHAPTER_DETAILS, 'order', ...PUBLICATION_NAMES] as const;
type ChapterValues = Record<(typeof CHAPTER_NAMES)[number], string>;

/** A chapter as a form begins with it. */
export type StoredChapter = ChapterDetails & StoredPublication & { order: number; content: string };

/** A chapter whose author has typed nothing yet. */
export function newChapter(order: number): StoredChapter {
  return {
    ...{ title: '', kind: 'chapter', volume: null, note_before: '', note_after: '', warnings: null, order },
    ...{ content: '', state: 'published', publish_at: null },
  };
}

function detailText<Name extends Detail>(name: Name, chapter: ChapterDetails): string {
  return chapterFields[name].toText(chapter[name]);
}

function detailTexts(chapter: ChapterDetails): Record<Detail, string> {
  const texts = CHAPTER_DETAILS.map((name) => [name, detailText(name, chapter)]);
  return Object.fromEntries(texts) as Record<Detail, string>;
}

function typedDetail<Name extends Detail>(name: Name, typed: string, stored: ChapterDetails) {
  return chapterFields[name].fromText(typed, stored[name]);
}

/** The typed chapter without its text; `stored` is what the form began with. */
export function typedChapter(values: ChapterValues, stored: StoredChapter) {
  const details = CHAPTER_DETAILS.map((name) => [name, typedDetail(name, values[name], stored)]);
  return {
    ...(Object.fromEntries(details) as ChapterDetails),
    order: Number(values.order),
    ...typedPublication(values),
  };
}

/**
 * The edit of a chapter without its text: what differs from `stored`, with which the form began, and the title, which
 * is that of `latest` if the author has left it as it was. The rest may have been changed elsewhere meanwhile.
 */
export function changedChapter(values: ChapterValues, stored: StoredChapter, latest: { title: string }) {
  const { order, ...typed } = typedChapter(values, stored);
  const changed = differing(CHAPTER_DETAILS, detailTexts(typed), detailTexts(stored));
  return {
    title: latest.title,
    ...(pick(typed, changed) as Partial<ChapterDetails>),
    ...(order === stored.order ? {} : { order }),
    ...changedPublication(values, stored),
  };
}

/** A chapter as the fields' texts. */
export function chapterValues(chapter: StoredChapter): ChapterValues & { [CONTENT]: string } {
  return {
    ...detailTexts(chapter),
    ...publicationValues(chapter),
    order: String(chapter.order),
    [CONTENT]: chapter.content,
  };
}

/** The errors of the fields; `stored` is what the form began with. */
export function checkChapter(values: ChapterValues, stored: StoredChapter) {
  const problems = CHAPTER_DETAILS.map((name) => [name, chapterFields[name].problem?.(values[name])]);
  return {
    ...Object.fromEntries(problems),
    order: orderError(values.order),
    publish_at: checkPublication(values, stored),
  };
}

export function checkChapterContent(content: string): string | undefined {
  return contentError(content, {
    required: chapterMessages.contentRequired,
    tooLong: chapterMessages.contentTooLong,
  });
}

function orderError(typed: string): string | undefined {
  const order = Number(typed);
  if (typed.trim() === '' || !Number.isInteger(order)) return chapterMessages.orderForm;
  if (order < 1) return chapterMessages.orderTooLow;
  return order > MAX_CHAPTER_ORDER ? chapterMessages.orderTooHigh : undefined;
}

export type ChapterFieldsProps = {
  writing: Writing;
  initial: StoredChapter;
  isNew?: boolean;
  /** Shown beside the text, above it on a narrow screen. */
  besideText?: ReactNode;
  story: Pick<Story, 'language' | 'visibility'>;
};

function details(names: readonly Detail[], initial: StoredChapter): ReactNode {
  return names.map((name) => (
    <Fragment key={name}>
      {chapterFields[name].field({ name, defaultValue: detailText(name, initial) })}
    </Fragment>
  ));
}

/** The typed title and notes, as readers would see them around the text. */
function previewed(writing: Writing, initial: StoredChapter, language: string | null) {
  const values = writing.readValues();
  return {
    title: values.title ?? '',
    note_before: noteHtml(values.note_before ?? '', initial.note_before),
    note_after: noteHtml(values.note_after ?? '', initial.note_after),
    language: language ?? undefined,
  };
}

/** The form fields of a chapter. */
export function ChapterFields({ writing, initial, isNew = false, besideText, story }: ChapterFieldsProps) {
  const { language } = story;
  const { draft, form, text, onEdit } = writing;
  return (
    <>
      {details(SHOWN, initial)}
      <TextField
        name="order"
        label="Chapter order"
        hint="Chapters are ordered from the lowest number to the highest."
        required
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_CHAPTER_ORDER}
        step={1}
        autoComplete="off"
        className={styles.order}
        defaultValue={initial.order}
      />
      <div className={styles.text}>
        {besideText}
        <ChapterEditor
          name={CONTENT}
          label="Text"
          placeholder="Begin writing your chapter here..."
          initialHtml={initial.content}
          ref={text}
          onEdit={onEdit}
          status={<DraftStatus draft={draft} />}
          language={language}
          preview={() => previewed(writing, initial, language)}
        />
      </div>
      <PublicationFields
        initial={initial}
        isPublished={!isNew && initial.state === 'published'}
        isInDraft={story.visibility === 'draft'}
      />
      <Disclosure showLabel="More settings" opens={UNFOLDED.some((name) => form.errors[name] !== undefined)}>
        <div className={styles.more}>{details(UNFOLDED, initial)}</div>
      </Disclosure>
    </>
  );
}
