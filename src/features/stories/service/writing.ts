import { isDeepStrictEqual } from 'node:util';
import type { ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { isUsableSlug, slugFromTyped } from '#base/slugs.ts';
import { deleteSavedDraft, moveDraftToFirstChapter } from '#features/drafts/service.ts';
import { tagKey } from '#features/labels/rules/tag-key.ts';
import { lockPenName } from '#features/pen-names/service.ts';
import { replaceStoryTags, validateTags } from '#features/tags/service/tags.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { Caller, CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { editSynopsis } from '../contract/edit-synopsis.ts';
import {
  type editStory,
  MAX_STORIES_PER_ACCOUNT,
  type publishStory,
  STORY_DETAILS,
  type Story,
  storyMessages,
} from '../contract/stories.ts';
import type { Visibility } from '../contract/visibility.ts';
import { containsLink, storyTexts } from '../rules.ts';
import {
  countStoriesOfAccount,
  type StoryForChange,
  updateAuthor,
  updateDetails,
  updateSlug,
} from '../store/changes.ts';
import type { Publisher } from '../store/publishing.ts';
import { storiesByIds } from '../store/stories.ts';
import {
  countCreation,
  countDraft,
  lockPublisher,
  lockPublisherForLinks,
  requireApprovalForDraft,
  requireApprovalForLinks,
} from './publishing.ts';
import { createStory, lockOwnStory } from './stories.ts';

export async function publishOwnStory(
  context: Context,
  { draft_updated_at, ...input }: ParsedInputOf<typeof publishStory>,
  { account }: CallerOf<typeof publishStory>,
): Promise<Outcome<Story>> {
  // Validates before counting: a request refused later would use up the quota.
  const tags = validateTags(input.tags);
  if (!tags.ok) return tags;
  return context.db.transaction().execute(async (transaction) => {
    const publisher = await lockPublisher(context, transaction, account.id);
    const penName = await lockPenName(transaction, account.id, input.author_username);
    if (!penName.ok) return penName;
    if ((await countStoriesOfAccount(transaction, account.id)) >= MAX_STORIES_PER_ACCOUNT)
      return failure('invalid', storyMessages.tooMany);
    const refusal = await countCreation(context, transaction, publisher, input.visibility);
    if (refusal !== undefined) return refusal;
    const created = await createStory(transaction, { ...input, author_id: penName.data });
    if (!created.ok) return created;
    await moveDraftToFirstChapter(transaction, account.id, created.data.id, draft_updated_at);
    return presentStory(transaction, created.data.id, account.id, storyMessages.created);
  });
}

type Changes = Partial<
  Omit<ParsedInputOf<typeof editStory>, 'id' | 'expected_updated_at' | 'draft_updated_at'>
>;

export async function changeStory(
  context: Context,
  { id, expected_updated_at, draft_updated_at, ...changes }: ParsedInputOf<typeof editStory>,
  { account }: CallerOf<typeof editStory>,
): Promise<Outcome<Story>> {
  const slug = slugFromTyped(changes.slug);
  if (!isUsableSlug(slug)) return invalidField('slug', storyMessages.slugUnusable);
  const tags = changes.tags === undefined ? undefined : validateTags(changes.tags);
  if (tags?.ok === false) return tags;
  const next = { ...changes, slug, tags: tags?.data };
  return change(context, id, account, expected_updated_at, next, (transaction, storyId) =>
    deleteSavedDraft(transaction, account.id, { kind: 'story', id: storyId }, draft_updated_at),
  );
}

export async function changeSynopsis(
  context: Context,
  { id, expected_updated_at, ...changes }: ParsedInputOf<typeof editSynopsis>,
  { account }: CallerOf<typeof editSynopsis>,
): Promise<Outcome<Story>> {
  return change(context, id, account, expected_updated_at, changes);
}

/** Shows one's own draft, such as an imported story, to the readers of another visibility. */
export async function changeOwnVisibility(
  context: Context,
  { id, visibility }: { id: number; visibility: Visibility },
  { account }: Caller<SignedIn>,
): Promise<Outcome<Story>> {
  return change(context, String(id), account, undefined, { visibility });
}

async function change(
  context: Context,
  idOrSlug: string,
  account: SignedIn,
  expectedUpdatedAt: string | undefined,
  changes: Changes,
  onSaved?: (transaction: OpenTransaction, storyId: number) => Promise<void>,
): Promise<Outcome<Story>> {
  const texts = storyTexts(changes, changes.tags);
  return context.db.transaction().execute(async (transaction) => {
    const publisher = await (changes.visibility === undefined
      ? lockPublisherForLinks(context, transaction, account.id, texts)
      : lockPublisher(context, transaction, account.id));
    const chosen =
      changes.author_username === undefined
        ? undefined
        : await lockPenName(transaction, account.id, changes.author_username);
    const own = await lockOwnStory(transaction, idOrSlug, account.id, storyMessages.notYours);
    if (!own.ok) return own;
    if (chosen?.ok === false) return chosen;
    const authorId = chosen?.data ?? own.data.author_id;
    const [current] = await storiesByIds(transaction, [own.data.id], account.id);
    if (current === undefined) return failure('not-found', storyMessages.notFound);
    // Succeeds even if another edit had the same result, or this very one, whose response got lost.
    if (authorId === current.author_id && isAlreadySo(current, changes)) {
      await onSaved?.(transaction, current.id);
      return success(current, storyMessages.updated);
    }
    if (wasEditedSince(own.data, expectedUpdatedAt)) {
      const message = storyMessages.editConflict;
      return failure('edit-conflict', message, { fields: { expected_updated_at: message } });
    }
    const { visibility = own.data.visibility } = changes;
    if (visibility !== own.data.visibility) {
      const refusal = await changeVisibility(context, transaction, publisher, own.data, texts);
      if (refusal !== undefined) return refusal;
    }
    if (containsLink(texts)) await requireApprovalForLinks(transaction, publisher, own.data);
    const saved = await applyChanges(context, transaction, own.data, account, current, {
      ...changes,
      authorId,
    });
    if (saved.ok) await onSaved?.(transaction, current.id);
    return saved;
  });
}

/** Does what a new visibility of a locked story needs, before it is stored with these texts; or refuses it. */
async function changeVisibility(
  context: Context,
  transaction: OpenTransaction,
  publisher: Publisher | undefined,
  story: StoryForChange,
  texts: readonly string[],
): Promise<Failure | undefined> {
  if (story.visibility === 'draft') {
    const refusal = await countDraft(context, transaction, publisher, story);
    if (refusal !== undefined) return refusal;
    await requireApprovalForDraft(transaction, publisher, story, texts);
  }
  await context.jobs.enqueue(transaction, 'sum-rankings', { storyIds: [story.id] });
  return undefined;
}

/** Moves a locked story to another pen name of its owner. */
async function moveStory(
  { jobs }: Context,
  transaction: OpenTransaction,
  { id, author_id }: StoryForChange,
  authorId: number,
): Promise<void> {
  await updateAuthor(transaction, id, authorId);
  await jobs.enqueue(transaction, 'sum-rankings', { storyIds: [id], authorIds: [author_id] });
}

async function applyChanges(
  context: Context,
  transaction: OpenTransaction,
  story: StoryForChange,
  account: SignedIn,
  current: Story,
  { slug = current.slug, tags, author_username: _, authorId, ...details }: Changes & { authorId: number },
): Promise<Outcome<Story>> {
  // The slug is updated first, because it can be refused: earlier writes would stay.
  if (slug !== current.slug && !(await updateSlug(transaction, story.id, slug))) {
    const message = storyMessages.slugTaken;
    return failure('taken', message, { fields: { slug: message } });
  }
  if (authorId !== story.author_id) await moveStory(context, transaction, story, authorId);
  await updateDetails(transaction, story.id, details);
  if (tags !== undefined) await replaceStoryTags(transaction, story.id, tags);
  return presentStory(transaction, story.id, account.id, storyMessages.updated);
}

function isAlreadySo(story: Story, { slug, tags, ...details }: Changes): boolean {
  const keys = (names: string[]) => names.map(tagKey).join();
  return (
    (slug === undefined || slug === story.slug) &&
    (tags === undefined || keys(tags) === keys(story.tags.map((tag) => tag.name))) &&
    STORY_DETAILS.every(
      (name) => details[name] === undefined || isDeepStrictEqual(details[name], story[name]),
    )
  );
}

function wasEditedSince({ edited_at }: StoryForChange, expectedUpdatedAt: string | undefined): boolean {
  if (edited_at === null || expectedUpdatedAt === undefined) return false;
  return edited_at.getTime() > Date.parse(expectedUpdatedAt);
}

async function presentStory(
  connection: Connection,
  storyId: number,
  viewerId: number,
  message: string,
): Promise<Outcome<Story>> {
  const [story] = await storiesByIds(connection, [storyId], viewerId);
  return story === undefined ? failure('not-found', storyMessages.notFound) : success(story, message);
}
