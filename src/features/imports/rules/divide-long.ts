import { normalizeLine } from '#base/plain-text.ts';
import { excerpt } from '#base/text.ts';
import {
  MAX_CHAPTER_CHARACTERS,
  MAX_CHAPTER_TITLE_CHARACTERS,
} from '#features/chapters/contract/chapters.ts';
import type { ImportedChapter, Section } from './imported-story.ts';

/** The sizes of a section's HTML, which stand for the text where it is not at hand. */
type Sized = Pick<Section, 'opening' | 'html'> | { characters: number };

/**
 * Divides every chapter that is longer than the editor can save at its sections: “Title”, “Title (2)”. Also says which
 * were divided.
 */
export function divideLong<Part extends Sized>(
  chapters: readonly ImportedChapter<Part>[],
): { chapters: ImportedChapter<Part>[]; divided: string[] } {
  const divided: string[] = [];
  const result = chapters.flatMap((chapter) => {
    const groups: Part[][] = [];
    let size = 0;
    for (const section of chapter.sections) {
      const characters = charactersOf(section);
      const group = groups.at(-1);
      if (group === undefined || size + characters > MAX_CHAPTER_CHARACTERS) {
        groups.push([section]);
        size = characters;
      } else {
        group.push(section);
        size += characters;
      }
    }
    if (groups.length > 1) divided.push(chapter.title);
    return groups.map((sections, index) => ({
      ...chapter,
      title: index === 0 ? chapter.title : numbered(chapter.title, index + 1),
      noteBefore: index === 0 ? chapter.noteBefore : '',
      noteAfter: index === groups.length - 1 ? chapter.noteAfter : '',
      sections,
    }));
  });
  return { chapters: result, divided };
}

function charactersOf(section: Sized): number {
  return 'characters' in section ? section.characters : section.opening.length + section.html.length + 2;
}

function numbered(title: string, number: number): string {
  const suffix = ` (${number})`;
  return excerpt(title, MAX_CHAPTER_TITLE_CHARACTERS - suffix.length) + suffix;
}

/** A title of at most the length that titles of stories and chapters may have. */
export function fittingTitle(title: string): string {
  return excerpt(normalizeLine(title), MAX_CHAPTER_TITLE_CHARACTERS);
}
