import { z } from 'zod';
import { editShape } from '#base/edit-shape.ts';
import { chapterDetailsSchema, MAX_CHAPTER_TITLE_CHARACTERS } from '#features/chapters/contract/chapters.ts';
import { MAX_STORY_TITLE_CHARACTERS, storyDetailsSchema } from '#features/stories/contract/stories.ts';

const publishedInput = z.iso.date('published must be a date like 2026-08-31').optional();

/**
 * A book file, the input of `npm run import` and of the sample library. It accepts the names that libraries use for
 * title, synopsis and tags, and all details of a story. Unknown fields are ignored.
 */
const bookSchema = z.object({
  ...editShape(storyDetailsSchema.omit({ synopsis: true }).shape),
  title: z
    .string('title must be a string')
    .trim()
    .min(1, 'title is empty')
    .max(MAX_STORY_TITLE_CHARACTERS, `title is longer than ${MAX_STORY_TITLE_CHARACTERS} characters`),
  author: z.string().optional(),
  description: z.string('description must be a string').default(''),
  subjects: z
    .array(z.string('every subject must be a string'), 'subjects must be a list of strings')
    .default([]),
  published: publishedInput,
  chapters: z
    .array(
      z.object({
        ...editShape(chapterDetailsSchema.shape),
        title: z
          .string('title must be a string')
          .trim()
          .min(1, 'title is empty')
          .max(
            MAX_CHAPTER_TITLE_CHARACTERS,
            `title is longer than ${MAX_CHAPTER_TITLE_CHARACTERS} characters`,
          ),
        html: z.string('html must be a string').min(1, 'html is empty'),
        published: publishedInput,
      }),
      'chapters must be a list',
    )
    .min(1, 'chapters is empty'),
});
export type Book = z.output<typeof bookSchema>;

/**
 * Converts a book's subjects to tags: libraries join a heading and its subdivisions by two hyphens, with or without
 * spaces around them.
 */
export function subjectTags(subjects: readonly string[]): string[] {
  return subjects
    .flatMap((subject) => subject.split('--'))
    .map((part) => part.replace(/^[\s-]+/, '').trim())
    .filter((part) => part !== '');
}

/** Checks a parsed book file; each problem is one line that names the chapter and the field. */
export function readBook(value: unknown): { ok: true; book: Book } | { ok: false; problems: string[] } {
  const parsed = bookSchema.safeParse(value);
  if (parsed.success) return { ok: true, book: parsed.data };
  return { ok: false, problems: parsed.error.issues.map(problemLine) };
}

function problemLine(issue: z.core.$ZodIssue): string {
  const [first, index, field] = issue.path;
  if (first === 'chapters' && typeof index === 'number') {
    const where = `chapter ${index + 1}`;
    return field === undefined
      ? `${where}: must be an object with title and html`
      : `${where}: ${issue.message}`;
  }
  return first === undefined ? 'the file must contain one JSON object' : String(issue.message);
}
