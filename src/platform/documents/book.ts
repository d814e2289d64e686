import '../server-only.ts';

/** A book as the writers of EPUB, Word documents and Markdown take it. */
export interface Book {
  /** A URI that stays the same for the same book. */
  identifier: string;
  title: string;
  author: string;
  /** BCP 47; null where nobody has said. */
  language: string | null;
  /** Plain text; may be empty. */
  synopsis: string;
  tags: readonly string[];
  /** Its content warnings and those of its chapters, one sentence each. */
  warnings: readonly string[];
  modified: Date;
  chapters: readonly BookChapter[];
}

export interface BookChapter {
  title: string;
  /** The title of its volume; chapters of one volume follow each other. */
  volume: string | null;
  /** HTML in its stored, cleaned form; may be empty. */
  noteBefore: string;
  noteAfter: string;
  /** The text, read when the writer reaches it, so that one chapter at a time is in memory. */
  html: () => Promise<string>;
}
