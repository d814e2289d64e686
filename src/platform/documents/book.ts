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
  /** For EPUB alone: the story's own page, which reading programs show. */
  source?: string | undefined;
  /** Its owner and licence, in one line. */
  rights?: string | undefined;
  /** A picture of its cover (PNG). */
  cover?: Buffer | undefined;
  /** Facts for the title page, one a line. */
  facts?: readonly BookLine[] | undefined;
  /** Its place in a series. */
  series?: { title: string; position: number } | undefined;
  /** The stories of a collection, instead of chapters of its own. */
  parts?: readonly BookPart[] | undefined;
  /** Fonts by file name (WOFF2), and the style that uses them. */
  fonts?: { files: ReadonlyMap<string, Buffer>; style: string } | undefined;
}

/** A line of a title page, perhaps with a link. */
export interface BookLine {
  text: string;
  href?: string;
}

/** A story within a collection. */
export interface BookPart {
  title: string;
  author: string;
  language: string | null;
  synopsis: string;
  warnings: readonly string[];
  facts: readonly BookLine[];
  chapters: readonly BookChapter[];
}

export interface BookChapter {
  title: string;
  /** The title of its volume; chapters of one volume follow each other. */
  volume: string | null;
  /** Whether readers do not find it yet, which the import keeps. */
  isDraft?: boolean;
  /** HTML in its stored, cleaned form; may be empty. */
  noteBefore: string;
  noteAfter: string;
  /** A sentence before the text, about its content. */
  warning?: string | undefined;
  /** The text, read when the writer reaches it, so that one chapter at a time is in memory. */
  html: () => Promise<string>;
}
