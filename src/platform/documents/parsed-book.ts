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
  /** The whole text, whose chapters are still to be found; or its chapters, where the file marks them. */
  content: { blocks: TextBlock[] } | { chapters: ParsedChapter[] };
  lost: LostParts;
}

export interface ParsedChapter {
  title: string;
  volume?: string | null;
  /** HTML; may be empty. */
  noteBefore?: string;
  noteAfter?: string;
  blocks: TextBlock[];
}
