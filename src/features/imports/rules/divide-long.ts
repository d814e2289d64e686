import { normalizeLine } from '#base/plain-text.ts';
import { characterCount, excerpt } from '#base/text.ts';
import {
  MAX_CHAPTER_CHARACTERS,
  MAX_CHAPTER_TITLE_CHARACTERS,
} from '#features/chapters/contract/chapters.ts';
import { MAX_STORY_TITLE_CHARACTERS } from '#features/stories/contract/stories.ts';
import type { ImportedChapter, Section } from './imported-story.ts';

/** The characters of a section's HTML, and of its opening, which stand for the text where it is not at hand. */
export interface SectionSize {
  characters: number;
  /** Undefined in an import that an older release has read: `characters` has them. */
  openingCharacters?: number;
}

type Sized = Pick<Section, 'opening' | 'html'> | SectionSize;

/**
 * Divides every chapter that is longer than the editor can save at its sections: “Title”, “Title (2)”. Also says which
 * were divided, in the words of the preview.
 */
export function divideLong<Part extends Sized>(
  chapters: readonly ImportedChapter<Part>[],
): { chapters: ImportedChapter<Part>[]; warnings: string[] } {
  const warnings: string[] = [];
  const result = chapters.flatMap((chapter) => {
    const groups: Part[][] = [];
    let size = 0;
    for (const section of chapter.sections) {
      const { characters, openingCharacters = 0 } = sizeOf(section);
      const group = groups.at(-1);
      const joined = joinedSize(joinedSize(size, openingCharacters), characters);
      if (group === undefined || joined > MAX_CHAPTER_CHARACTERS) {
        groups.push([section]);
        // The opening of the first is no part of the text.
        size = characters;
      } else {
        group.push(section);
        size = joined;
      }
    }
    if (groups.length === 0) return [chapter];
    if (groups.length > 1)
      warnings.push(
        `“${chapter.title}” is longer than a chapter can be and was divided. Every word is there.`,
      );
    return groups.map((sections, index) => ({
      ...chapter,
      title: index === 0 ? chapter.title : numbered(chapter.title, index + 1),
      noteBefore: index === 0 ? chapter.noteBefore : '',
      noteAfter: index === groups.length - 1 ? chapter.noteAfter : '',
      // Earlier versions are of the whole chapter, and would come back once for each part.
      ...(index === 0 || chapter.details === undefined ? {} : { details: withoutVersions(chapter.details) }),
      sections,
    }));
  });
  return { chapters: result, warnings };
}

const withoutVersions = ({ versions: _, ...details }: Record<string, unknown>) => details;

function sizeOf(section: Sized): SectionSize {
  return 'characters' in section ? section : sectionSize(section);
}

export function sectionSize({ opening, html }: Pick<Section, 'opening' | 'html'>): SectionSize {
  return { characters: characterCount(html), openingCharacters: characterCount(opening) };
}

/** The size of a text and another part, with a line break between them. */
function joinedSize(size: number, added: number): number {
  return size === 0 || added === 0 ? size + added : size + 1 + added;
}

function numbered(title: string, number: number): string {
  const suffix = ` (${number})`;
  return excerpt(title, MAX_CHAPTER_TITLE_CHARACTERS - suffix.length) + suffix;
}

/** A title cut to the length that titles of stories may have. */
export function fittingStoryTitle(title: string): string {
  return excerpt(normalizeLine(title), MAX_STORY_TITLE_CHARACTERS);
}

/** The same for titles of chapters. */
export function fittingChapterTitle(title: string): string {
  return excerpt(normalizeLine(title), MAX_CHAPTER_TITLE_CHARACTERS);
}
