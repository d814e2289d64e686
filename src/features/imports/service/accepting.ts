import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { MAX_CHAPTERS_PER_STORY } from '#features/chapters/contract/chapters.ts';
import { lockPenName } from '#features/pen-names/service.ts';
import { checkRoomForStories, createImportedStory } from '#features/stories/service/imported-stories.ts';
import { changeOwnVisibility } from '#features/stories/service/writing.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { type acceptImport, importMessages } from '../contract.ts';
import { divideLong } from '../rules/divide-long.ts';
import { type AcceptedStory, filesOf, markAccepted } from '../store.ts';
import { type ChosenStory, chosenStories } from './chosen-stories.ts';
import { extendOwnStory, isExtended } from './extending.ts';
import { lockReadImport } from './imports.ts';
import { storeChapter } from './store-chapter.ts';

type Input = ParsedInputOf<typeof acceptImport>;
type StoriesInput = Omit<Input, 'add_to'>;
type Accepted = DataOf<typeof acceptImport>;

/** A refusal that undoes the stories made before it. */
class AcceptRefused extends Error {
  readonly outcome: Outcome<never>;
  constructor(outcome: Outcome<never>) {
    super('refused');
    this.outcome = outcome;
  }
}

/** Accepts an import: as chapters of a story that exists, or as stories. */
export function acceptOwnImport(
  context: Context,
  { add_to, ...input }: Input,
  caller: CallerOf<typeof acceptImport>,
): Promise<Outcome<Accepted>> {
  return add_to === undefined
    ? makeStories(context, input, caller)
    : extendOwnStory(context, { ...input, add_to }, caller);
}

/**
 * Makes drafts of the chosen stories, all or none, and then shows each to the readers that its author chose. A kill in
 * between leaves drafts.
 */
async function makeStories(
  context: Context,
  input: StoriesInput,
  caller: CallerOf<typeof acceptImport>,
): Promise<Outcome<Accepted>> {
  const created = await makeDrafts(context, input, caller);
  return created.ok ? showStories(context, created.data, input.visibility, caller) : created;
}

/** Stops at the first refusal: a day's quota that has no room for a story has none for the next either. */
async function showStories(
  context: Context,
  { id, stories }: CreatedDrafts,
  visibility: Input['visibility'],
  caller: CallerOf<typeof acceptImport>,
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
  { id, author_username, stories }: StoriesInput,
  { account }: CallerOf<typeof acceptImport>,
): Promise<Outcome<CreatedDrafts>> {
  return context.db
    .transaction()
    .execute(async (transaction) => {
      const room = await checkRoomForStories(transaction, account.id);
      if (!room.ok) return room;
      const penName = await lockPenName(transaction, account.id, author_username);
      if (!penName.ok) return penName;
      const stored = await lockReadImport(transaction, id, account.id);
      if (!stored.ok) return stored;
      const { data: read } = stored;
      // The answer to the first acceptance may have got lost.
      if (read.state === 'accepted')
        return read.accepted.some(isExtended)
          ? failure('invalid', importMessages.acceptedAlready)
          : success({ id: read.id, stories: read.accepted });
      const chosen = chosenStories(await filesOf(transaction, read.id), stories);
      if (!chosen.ok) return chosen;
      if (chosen.data.length > room.data) return failure('invalid', tooManyStories(room.data));
      const created: AcceptedStory[] = [];
      for (const story of chosen.data) {
        const outcome = await makeStory(transaction, penName.data, story);
        if (!outcome.ok) throw new AcceptRefused(outcome);
        created.push(outcome.data);
      }
      await markAccepted(transaction, read.id, created);
      return success({ id: read.id, stories: created });
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

async function makeStory(
  transaction: OpenTransaction,
  authorId: number,
  { file, story }: ChosenStory,
): Promise<Outcome<AcceptedStory>> {
  const { chapters } = divideLong(story.chapters);
  if (chapters.length > MAX_CHAPTERS_PER_STORY)
    return failure('invalid', `“${story.title}” has more chapters than a story can hold.`);
  const { synopsis, language, tags, details = {} } = story;
  const created = await createImportedStory(transaction, authorId, {
    ...{ title: story.title, synopsis, language, tags, details },
  });
  if (!created.ok) return created;
  for (const [index, chapter] of chapters.entries())
    await storeChapter(transaction, file, chapter, { story_id: created.data.id, order: index + 1 });
  return success({ ...created.data, title: story.title });
}
