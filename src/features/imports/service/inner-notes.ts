import { countWords } from '#base/count-words.ts';
import { htmlToText } from '#platform/html/html-cleaner.ts';
import { sectionSize } from '../rules/divide-long.ts';
import type { ImportedChapter } from '../rules/imported-story.ts';
import type { StoredSection } from '../store.ts';

/** A section of the file, or one that a note makes, whose HTML is at hand. */
export type ChosenSection = StoredSection & { note?: string };

/**
 * The sections of a chosen chapter with the notes between them: a chapter has notes at its beginning and its end alone, so
 * that those of chapters which are joined become part of the text.
 */
export function withInnerNotes(
  sections: readonly StoredSection[],
  ownerOf: (section: StoredSection) => ImportedChapter<StoredSection> | undefined,
): ChosenSection[] {
  return sections.flatMap((section, at) => {
    const owner = ownerOf(section);
    const before = at > 0 && owner?.sections[0] === section ? owner.noteBefore : '';
    const after = at < sections.length - 1 && owner?.sections.at(-1) === section ? owner.noteAfter : '';
    return [...noteSections(section, before), section, ...noteSections(section, after)];
  });
}

function noteSections({ number }: StoredSection, note: string): ChosenSection[] {
  if (note === '') return [];
  const words = countWords(htmlToText(note));
  const size = sectionSize({ opening: '', html: note });
  return [{ number, starts: 'length', label: '', words, openingWords: 0, ...size, note }];
}
