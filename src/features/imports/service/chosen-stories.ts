import type { ParsedInputOf } from '#base/contract.ts';
import { invalidField, type Outcome, success } from '#base/failure.ts';
import { type acceptImport, importMessages } from '../contract.ts';
import { fittingChapterTitle, fittingStoryTitle } from '../rules/divide-long.ts';
import { type ImportedChapter, type ImportedStory, isDraftChapter } from '../rules/imported-story.ts';
import type { StoredFile, StoredStory } from '../store.ts';
import { numberedStories } from './imports.ts';
import { type ChosenSection, withInnerNotes } from './inner-notes.ts';

type Choice = NonNullable<ParsedInputOf<typeof acceptImport>['stories']>[number];

/** A story of an import as its author chose it. */
export interface ChosenStory {
  file: StoredFile;
  story: ImportedStory<ChosenSection>;
}

/** The stories that an author chose of an import’s files: all as previewed, unless there are choices. */
export function chosenStories(files: StoredFile[], choices: Choice[] | undefined): Outcome<ChosenStory[]> {
  const all = numberedStories(files);
  if (choices === undefined) return success(all);
  const chosen: ChosenStory[] = [];
  for (const choice of choices) {
    const entry = all.find(({ number }) => number === choice.number);
    if (entry === undefined) return invalidField('stories', importMessages.unknownStory);
    const story = changedStory(entry.story, choice);
    if (!story.ok) return story;
    chosen.push({ file: entry.file, story: story.data });
  }
  return success(chosen);
}

/** A story with the title and the chapters that its author chose in the preview. */
function changedStory(
  story: StoredStory,
  { title, chapters }: Choice,
): Outcome<ImportedStory<ChosenSection>> {
  const typedTitle = fittingStoryTitle(title ?? '');
  const renamed = { ...story, title: typedTitle === '' ? story.title : typedTitle };
  if (chapters === undefined) return success(renamed);
  // A chapter keeps what belongs to the section at its beginning and at its end: notes, kind, versions.
  const owners = new Map(
    story.chapters.flatMap((chapter) =>
      chapter.sections.map((section) => [section.number, chapter] as const),
    ),
  );
  const sections = new Map(
    story.chapters.flatMap((chapter) =>
      chapter.sections.map((section) => [section.number, section] as const),
    ),
  );
  const changed: ImportedChapter<ChosenSection>[] = [];
  for (const { title: typed, volume, sections: numbers } of chapters) {
    const parts = numbers.flatMap((number) => sections.get(number) ?? []);
    const [first] = parts;
    const last = parts.at(-1);
    if (first === undefined || last === undefined || parts.length !== numbers.length)
      return invalidField('stories', importMessages.unknownSection);
    const isDraft = numbers.some((number) => isDraftChapter(owners.get(number) ?? {}));
    const [firstOwner, lastOwner] = [owners.get(first.number), owners.get(last.number)];
    changed.push({
      title: fittingChapterTitle(typed) || first.label,
      volume: volume === undefined ? (firstOwner?.volume ?? null) : volume,
      noteBefore: firstOwner?.sections[0] === first ? firstOwner.noteBefore : '',
      noteAfter: lastOwner?.sections.at(-1) === last ? lastOwner.noteAfter : '',
      details: {
        ...(firstOwner?.sections[0] === first ? firstOwner.details : {}),
        // No word of a draft comes before readers because its chapter was divided or joined.
        ...(isDraft ? { state: 'draft' } : {}),
      },
      sections: withInnerNotes(parts, ({ number }) => owners.get(number)),
    });
  }
  return success({ ...renamed, chapters: changed });
}
