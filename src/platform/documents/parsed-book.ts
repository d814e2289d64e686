import '../server-only.ts';
import type { LostParts, TextBlock } from './text-blocks.ts';

/** A story as its file describes it. */
export interface ParsedBook {
  title?: string | undefined;
  author?: string | undefined;
  /** Plain text. */
  synopsis?: string | undefined;
  /** A BCP 47 tag as the file spells it. */
  language?: string | undefined;
  tags?: string[];
  archive?: ArchiveFacts;
  /** The whole text, whose chapters are still to be found; or its chapters, where the file marks them. */
  content: { blocks: TextBlock[] } | { chapters: ParsedChapter[] };
  lost: LostParts;
}

/** The facts beside the text in a download of the Archive of Our Own, in the archive's words. */
export interface ArchiveFacts {
  warnings: string[];
  language: string | undefined;
  rating: string | undefined;
  series: string | undefined;
  /** Dates and counts: “Published: 2019-06-01 Words: 1,234 Chapters: 3/?”. */
  stats: string;
}

export interface ParsedChapter {
  title: string;
  volume?: string | null;
  /** Whether the file marks it as a draft. */
  isDraft?: boolean;
  /** HTML; may be empty. */
  noteBefore?: string;
  noteAfter?: string;
  blocks: TextBlock[];
}
