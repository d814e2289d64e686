import { TITLE_WARNING } from '#features/stories/contract.ts';
import { TextField } from '#ui/text-field.tsx';
import { chapterMessages, MAX_CHAPTER_ORDER, MAX_CHAPTER_TITLE_CHARACTERS } from '../contract.ts';
import { ChapterEditor } from '../parts/editor/chapter-editor.tsx';
import { contentError, titleError } from '../parts/writing/content-check.ts';
import { DraftStatus } from '../parts/writing/draft-status.tsx';
import { CONTENT, type Writing } from '../parts/writing/use-writing.ts';
import styles from './chapter-fields.module.css';

export const CHAPTER_NAMES = ['title', 'order'] as const;

export function checkChapter({ title, order }: { title: string; order: string }) {
  return {
    title: titleError(title, MAX_CHAPTER_TITLE_CHARACTERS, {
      required: chapterMessages.titleRequired,
      tooLong: chapterMessages.titleTooLong,
    }),
    order: orderError(order),
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
  initial: { title: string; order: number; content: string };
};

/** What a chapter consists of. */
export function ChapterFields({ writing: { draft, text, onEdit }, initial }: ChapterFieldsProps) {
  return (
    <>
      <TextField
        name="title"
        label="Chapter title"
        required
        autoComplete="off"
        defaultValue={initial.title}
        counter={{ limit: MAX_CHAPTER_TITLE_CHARACTERS, warnAbove: TITLE_WARNING }}
      />
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
