/** A story as a file has it, divided so that chapters can be joined and parted without touching its text. */

/** A part of the text that may begin a chapter: it starts at a heading, a page break or a scene break. */
export interface Section {
  starts: 'heading' | 'page' | 'scene' | 'length';
  /** The level of its heading, 1 to 6. */
  level?: number;
  /** Whether its file marks the chapter that its heading begins as a draft. */
  isDraft?: boolean;
  /** Its heading, or its first words. */
  label: string;
  /** The part before its text where it does not begin a chapter: its heading, or a scene break. HTML. */
  opening: string;
  html: string;
  /** The words of the text alone, and of the opening. */
  words: number;
  openingWords: number;
}

export interface ImportedChapter<Part = Section> {
  title: string;
  volume: string | null;
  /** HTML, not cleaned yet. */
  noteBefore: string;
  noteAfter: string;
  /** Further details from an export of this site: kind, state, warnings, versions. */
  details?: Record<string, unknown>;
  sections: Part[];
}

export interface ImportedStory<Part = Section> {
  title: string;
  author?: string | undefined;
  synopsis: string;
  language?: string | undefined;
  tags: string[];
  details?: Record<string, unknown>;
  warnings: string[];
  chapters: ImportedChapter<Part>[];
}

/** Whether readers do not find a chapter, as its file says; one that was scheduled has lost its time. */
export function isDraftChapter({ details }: Pick<ImportedChapter, 'details'>): boolean {
  return details?.state === 'draft' || details?.state === 'scheduled';
}

/** The text of a chapter: its sections in order. The opening of the first is the chapter's title, or nothing. */
export function chapterHtml(sections: readonly Pick<Section, 'opening' | 'html'>[]): string {
  return sections
    .flatMap(({ opening, html }, index) => [index === 0 ? '' : opening, html])
    .filter((part) => part !== '')
    .join('\n');
}

export function chapterWords(sections: readonly Pick<Section, 'words' | 'openingWords'>[]): number {
  return sections.reduce(
    (sum, { words, openingWords }, index) => sum + words + (index === 0 ? 0 : openingWords),
    0,
  );
}
