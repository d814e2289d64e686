import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { normalizeLine } from '#base/plain-text.ts';
import { excerpt } from '#base/text.ts';
import { MAX_CHAPTERS_PER_STORY, MAX_VOLUME_CHARACTERS } from '#features/chapters/contract/chapters.ts';
import { addImportedChapter } from '#features/chapters/service/imported-chapters.ts';
import { lockPenName } from '#features/pen-names/service.ts';
import { checkRoomForStories, createImportedStory } from '#features/stories/service/imported-stories.ts';
import { changeOwnVisibility } from '#features/stories/service/writing.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { Caller, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { type acceptImport, importMessages } from '../contract.ts';
import { divideLong, fittingTitle } from '../rules/divide-long.ts';
import {
  chapterHtml,
  chapterWords,
  type ImportedChapter,
  type ImportedStory,
  isDraftChapter,
} from '../rules/imported-story.ts';
import {
  type AcceptedStory,
  filesOf,
  markAccepted,
  ownImport,
  type StoredFile,
  type StoredStory,
  sectionTexts,
} from '../store.ts';
import { gone, isImportId, numberedStories } from './imports.ts';
import { type ChosenSection, withInnerNotes } from './inner-notes.ts';

type Input = ParsedInputOf<typeof acceptImport>;
type Choice = NonNullable<Input['stories']>[number];
type Accepted = DataOf<typeof acceptImport>;

/** A refusal that undoes the stories made before it. */
class AcceptRefused extends Error {
  readonly outcome: Outcome<never>;
  constructor(outcome: Outcome<never>) {
    super('refused');
    this.outcome = outcome;
  }
}

/**
 * Makes drafts of the chosen stories, all or none, and then shows each to the readers that its author chose. A kill in
 * between leaves drafts.
 */
export async function acceptOwnImport(
  context: Context,
  input: Input,
  caller: Caller<SignedIn>,
): Promise<Outcome<Accepted>> {
  const created = await makeDrafts(context, input, caller);
  return created.ok ? showStories(context, created.data, input.visibility, caller) : created;
}

/** Stops at the first refusal: a day's quota that has no room for a story has none for the next either. */
async function showStories(
  context: Context,
  { id, stories }: CreatedDrafts,
  visibility: Input['visibility'],
  caller: Caller<SignedIn>,
): Promise<Outcome<Accepted>> {
  const data = { id, state: 'accepted' as const, stories };
  if (visibility === 'draft') return success(data, importMessages.accepted);
  for (const story of stories) {
    const shown = await changeOwnVisibility(context, { id: story.id, visibility }, caller);
    // A story that its author has deleted since the first acceptance is no reason to stop.
    if (!shown.ok && shown.kind !== 'not-found') {
      const refusal = `${importMessages.someAreDrafts} ${shown.message}`;
      return success({ ...data, refusal }, refusal);
    }
  }
  return success(data, importMessages.acceptedVisible);
}

interface CreatedDrafts {
  id: number;
  stories: AcceptedStory[];
}

async function makeDrafts(
  context: Context,
  { id, author_username, stories }: Input,
  { account }: Caller<SignedIn>,
): Promise<Outcome<CreatedDrafts>> {
  if (!isImportId(id)) return gone();
  return context.db
    .transaction()
    .execute(async (transaction) => {
      const room = await checkRoomForStories(transaction, account.id);
      if (!room.ok) return room;
      const penName = await lockPenName(transaction, account.id, author_username);
      if (!penName.ok) return penName;
      const stored = await ownImport(transaction, Number(id), account.id, true);
      if (stored === undefined) return gone();
      // The answer to the first acceptance may have got lost.
      if (stored.state === 'accepted') return success({ id: stored.id, stories: stored.accepted });
      if (stored.state === 'reading') return failure('invalid', importMessages.reading);
      if (stored.state === 'failed') return failure('invalid', importMessages.failed);
      const chosen = chosenStories(await filesOf(transaction, stored.id), stories);
      if (!chosen.ok) return chosen;
      if (chosen.data.length > room.data) return failure('invalid', tooManyStories(room.data));
      const created: AcceptedStory[] = [];
      for (const { file, story } of chosen.data) {
        const outcome = await makeStory(transaction, penName.data, file, story);
        if (!outcome.ok) throw new AcceptRefused(outcome);
        created.push(outcome.data);
      }
      await markAccepted(transaction, stored.id, created);
      return success({ id: stored.id, stories: created });
    })
    .catch((error: unknown) => {
      if (error instanceof AcceptRefused) return error.outcome;
      throw error;
    });
}

function tooManyStories(room: number): string {
  return room === 0
    ? 'Your account holds no more stories.'
    : `Your account can hold ${room} more of these stories. Leave some out.`;
}

type ChosenStory = { file: StoredFile; story: ImportedStory<ChosenSection> };

function chosenStories(files: StoredFile[], choices: Choice[] | undefined): Outcome<ChosenStory[]> {
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
  const typedTitle = fittingTitle(normalizeLine(title ?? ''));
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
      title: fittingTitle(normalizeLine(typed)) || first.label,
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

async function makeStory(
  transaction: OpenTransaction,
  authorId: number,
  file: StoredFile,
  story: ImportedStory<ChosenSection>,
): Promise<Outcome<AcceptedStory>> {
  const { chapters } = divideLong(story.chapters);
  if (chapters.length > MAX_CHAPTERS_PER_STORY)
    return failure('invalid', `“${story.title}” has more chapters than a story can hold.`);
  const { synopsis, language, tags, details = {} } = story;
  const created = await createImportedStory(transaction, authorId, {
    ...{ title: story.title, synopsis, language, tags, details },
  });
  if (!created.ok) return created;
  for (const [index, chapter] of chapters.entries()) {
    const numbers = chapter.sections.map(({ number }) => number);
    const texts = await sectionTexts(transaction, file.id, numbers);
    const sections = chapter.sections.flatMap(({ number, note }) =>
      note === undefined ? (texts.get(number) ?? []) : { opening: '', html: note },
    );
    await addImportedChapter(transaction, {
      ...{ story_id: created.data.id, order: index + 1, title: chapter.title },
      volume:
        chapter.volume === null
          ? null
          : excerpt(normalizeLine(chapter.volume), MAX_VOLUME_CHARACTERS) || null,
      ...{ note_before: chapter.noteBefore, note_after: chapter.noteAfter, details: chapter.details ?? {} },
      content: chapterHtml(sections),
      word_count: chapterWords(chapter.sections),
      cleaner_version: file.cleaner_version ?? 0,
    });
  }
  return success({ ...created.data, title: story.title });
}
