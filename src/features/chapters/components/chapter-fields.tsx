import { Fragment, type ReactNode } from 'react';
import { TITLE_WARNING_CHARACTERS } from '#features/stories/contract.ts';
import { TextField } from '#ui/text-field.tsx';
import {
  CHAPTER_DETAILS,
  type ChapterDetails,
  chapterMessages,
  MAX_CHAPTER_ORDER,
  MAX_CHAPTER_TITLE_CHARACTERS,
} from '../contract.ts';
import { ChapterEditor } from '../parts/editor/chapter-editor.tsx';
import { contentError, titleError } from '../parts/writing/content-check.ts';
import { DraftStatus } from '../parts/writing/draft-status.tsx';
import { CONTENT, type Writing } from '../parts/writing/use-writing.ts';
import styles from './chapter-fields.module.css';

interface ChapterField {
  field: (field: { name: string; defaultValue: string }) => ReactNode;
  problem: (typed: string) => string | undefined;
}

const chapterFields: Record<keyof ChapterDetails, ChapterField> = {
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
    problem: (typed) =>
      titleError(typed, MAX_CHAPTER_TITLE_CHARACTERS, {
        required: chapterMessages.titleRequired,
        tooLong: chapterMessages.titleTooLong,
      }),
  },
};

export const CHAPTER_NAMES = [...CHAPTER_DETAILS, 'order'] as const;
type ChapterValues = Record<(typeof CHAPTER_NAMES)[number], string>;

/** The typed chapter without its text. */
export function typedChapter(values: ChapterValues): ChapterDetails & { order: number } {
  const details = Object.fromEntries(CHAPTER_DETAILS.map((name) => [name, values[name].trim()]));
  return { ...(details as ChapterDetails), order: Number(values.order) };
}

export function checkChapter(values: ChapterValues) {
  const problems = CHAPTER_DETAILS.map((name) => [name, chapterFields[name].problem(values[name])]);
  return { ...Object.fromEntries(problems), order: orderError(values.order) };
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
  initial: ChapterDetails & { order: number; content: string };
};

/** The form fields of a chapter. */
export function ChapterFields({ writing: { draft, text, onEdit }, initial }: ChapterFieldsProps) {
  return (
    <>
      {CHAPTER_DETAILS.map((name) => (
        <Fragment key={name}>{chapterFields[name].field({ name, defaultValue: initial[name] })}</Fragment>
      ))}
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
      <ChapterEditor
        name={CONTENT}
        label="Text"
        placeholder="Begin writing your chapter here..."
        initialHtml={initial.content}
        ref={text}
        onEdit={onEdit}
        status={<DraftStatus draft={draft} />}
      />
    </>
  );
}
