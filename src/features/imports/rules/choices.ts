import { countWords } from '#base/count-words.ts';
import type { Import } from '../contract.ts';

/** The choices that an author makes in the preview of an import, before anything is stored. */

type FoundStory = Import['stories'][number];
type Section = FoundStory['chapters'][number]['sections'][number];

export interface PreviewedChapter {
  title: string;
  volume: string | null;
  /** Whether it stays a draft, because any of its text was one in the file. */
  is_draft: boolean;
  isTaken: boolean;
  sections: readonly Section[];
}

export interface PreviewedStory {
  number: number;
  title: string;
  isTaken: boolean;
  chapters: readonly PreviewedChapter[];
}

/** The places at which a story can be divided: as found, at headings up to a level, at page or scene breaks, nowhere. */
export type Division = 'found' | `heading-${number}` | 'page' | 'scene' | 'none';

/** The story as it was found. */
export function foundStory({ number, title, chapters }: FoundStory): PreviewedStory {
  return {
    ...{ number, title, isTaken: true },
    chapters: chapters.map((chapter) => ({ ...chapter, isTaken: true })),
  };
}

/** A text without a heading whose chapter joins a story: “Chapter 1” would be no name for one that others precede. */
export function namedLikeFile(found: FoundStory): FoundStory {
  const [only, second] = found.chapters;
  const isNamed = only?.title !== 'Chapter 1' || only.sections[0]?.starts === 'heading';
  if (only === undefined || second !== undefined || isNamed) return found;
  return { ...found, chapters: [{ ...only, title: found.title }] };
}

export function previewedWords({ sections }: Pick<PreviewedChapter, 'sections'>): number {
  return sections.reduce((sum, section, index) => {
    // The heading of the first section is the chapter's title, the others are part of the text.
    const heading = index > 0 && section.starts === 'heading' ? countWords(section.label) : 0;
    return sum + section.word_count + heading;
  }, 0);
}

export function takenChapters({ chapters }: PreviewedStory): readonly PreviewedChapter[] {
  return chapters.filter(({ isTaken }) => isTaken);
}

export function changeChapter(
  story: PreviewedStory,
  index: number,
  change: Partial<Pick<PreviewedChapter, 'title' | 'isTaken'>>,
): PreviewedStory {
  const chapters = story.chapters.map((chapter, at) => (at === index ? { ...chapter, ...change } : chapter));
  return { ...story, chapters };
}

/** Makes one chapter of two that follow each other; it keeps the title of the first. */
export function joinWithPrevious(story: PreviewedStory, index: number): PreviewedStory {
  const [previous, chapter] = [story.chapters[index - 1], story.chapters[index]];
  if (previous === undefined || chapter === undefined) return story;
  const joined = {
    ...previous,
    is_draft: previous.is_draft || chapter.is_draft,
    sections: [...previous.sections, ...chapter.sections],
  };
  return { ...story, chapters: story.chapters.toSpliced(index - 1, 2, joined) };
}

/** Begins a new chapter at a section of one. */
export function splitAt(story: PreviewedStory, index: number, sectionIndex: number): PreviewedStory {
  const chapter = story.chapters[index];
  const section = chapter?.sections[sectionIndex];
  if (chapter === undefined || section === undefined || sectionIndex === 0) return story;
  const title = section.starts === 'heading' ? section.label : `${chapter.title} (2)`;
  const halves = [
    { ...chapter, sections: chapter.sections.slice(0, sectionIndex) },
    { ...chapter, title, sections: chapter.sections.slice(sectionIndex) },
  ];
  return { ...story, chapters: story.chapters.toSpliced(index, 1, ...halves) };
}

/** The divisions that a found story allows, with the number of chapters that each makes. */
export function divisionsOf(found: FoundStory): { division: Division; count: number }[] {
  const sections = found.chapters.flatMap((chapter) => chapter.sections);
  const levels = [...new Set(sections.flatMap(({ level }) => level ?? []))].sort();
  const divisions: Division[] = [
    ...levels.map((level) => `heading-${level}` as const),
    'page',
    'scene',
    'none',
  ];
  const counts = divisions.map((division) => ({ division, count: divideStory(found, division).length }));
  return [
    { division: 'found', count: found.chapters.length },
    ...counts.filter(({ division, count }) => division === 'none' || count > 1),
  ];
}

/** The chapters of a found story, divided elsewhere. */
export function divideStory(found: FoundStory, division: Division): PreviewedChapter[] {
  if (division === 'found') return [...foundStory(found).chapters];
  const chapters: (PreviewedChapter & { sections: Section[] })[] = [];
  for (const owner of found.chapters)
    for (const section of owner.sections) {
      const chapter = chapters.at(-1);
      if (chapter !== undefined && !isBoundary(section, division)) {
        chapter.sections.push(section);
        chapter.is_draft ||= owner.is_draft;
      } else {
        const title = titleOf(section, owner, chapters.length + 1);
        const { volume, is_draft } = owner;
        chapters.push({ title, volume, is_draft, isTaken: true, sections: [section] });
      }
    }
  return chapters;
}

function isBoundary({ starts, level }: Section, division: Division): boolean {
  if (starts === 'heading') return level !== undefined && level <= Number(division.split('-')[1]);
  return starts === division;
}

function titleOf(section: Section, owner: FoundStory['chapters'][number], number: number): string {
  if (section.starts === 'heading') return section.label;
  return section === owner.sections[0] ? owner.title : `Chapter ${number}`;
}

/** The stories to accept, in the form of the call; chapters only where they differ from what was found. */
export function toAccept(chosen: readonly PreviewedStory[], found: readonly FoundStory[]) {
  return chosen
    .filter(({ isTaken }) => isTaken)
    .map((story) => {
      const original = found.find(({ number }) => number === story.number);
      const isAsFound =
        original !== undefined &&
        JSON.stringify(story.chapters) === JSON.stringify(foundStory(original).chapters);
      const chapters = takenChapters(story).map(({ title, volume, sections }) => ({
        ...{ title, volume, sections: sections.map(({ number }) => number) },
      }));
      return { number: story.number, title: story.title, ...(isAsFound ? {} : { chapters }) };
    });
}
