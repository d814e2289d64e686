import { randomBytes } from 'node:crypto';
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type NoData, type Outcome, success } from '#base/failure.ts';
import type { Chapter, ChapterEntry } from '#features/chapters/contract/chapters.ts';
import { isChapterId } from '#features/chapters/rules.ts';
import { chapterForAuthor, chaptersForAuthor } from '#features/chapters/service/chapters.ts';
import { lockOwnStory, ownStory, storiesByIds } from '#features/stories/service/stories.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { hashOfToken } from '#platform/security/token.ts';
import { urls } from '#urls.ts';
import {
  type createSecretLink,
  type getSecretLink,
  type readSharedChapter,
  type readSharedStory,
  type revokeSecretLink,
  secretLinkMessages,
} from './contract.ts';
import { deleteLink, linkOfStory, storeLink, storyOfLink } from './store.ts';

const SALT_BYTES = 16;
const refusal = secretLinkMessages.notYours;

export async function createOwnLink(
  context: Context,
  { id }: ParsedInputOf<typeof createSecretLink>,
  { account }: CallerOf<typeof createSecretLink>,
): Promise<Outcome<DataOf<typeof createSecretLink>>> {
  return context.db.transaction().execute(async (transaction) => {
    const own = await lockOwnStory(transaction, id, account.id, refusal);
    if (!own.ok) return own;
    const [story] = await storiesByIds(transaction, [own.data.id]);
    if (story?.withheld_at !== undefined) return failure('invalid', secretLinkMessages.notShared);
    const salt = randomBytes(SALT_BYTES);
    const token = tokenOf(context, own.data.id, salt);
    await storeLink(transaction, own.data.id, { token_hash: hashOfToken(token), salt });
    return success({ url: linkTo(context, token) }, secretLinkMessages.created);
  });
}

export async function readOwnLink(
  context: Context,
  { id }: ParsedInputOf<typeof getSecretLink>,
  { account }: CallerOf<typeof getSecretLink>,
): Promise<Outcome<DataOf<typeof getSecretLink>>> {
  const own = await ownStory(context.db, id, account.id, refusal);
  if (!own.ok) return own;
  const link = await linkOfStory(context.db, own.data.id);
  if (link === undefined) return success({ url: null });
  const token = tokenOf(context, own.data.id, link.salt);
  // With another site secret the link still works, but its token cannot be computed any more.
  return success({ url: hashOfToken(token).equals(link.token_hash) ? linkTo(context, token) : null });
}

export async function revokeOwnLink(
  { db }: Context,
  { id }: ParsedInputOf<typeof revokeSecretLink>,
  { account }: CallerOf<typeof revokeSecretLink>,
): Promise<Outcome<NoData>> {
  return db.transaction().execute(async (transaction) => {
    const own = await lockOwnStory(transaction, id, account.id, refusal);
    if (!own.ok) return own;
    await deleteLink(transaction, own.data.id);
    return success({}, secretLinkMessages.removed);
  });
}

export async function readStoryByLink(
  { db }: Context,
  { token }: ParsedInputOf<typeof readSharedStory>,
): Promise<Outcome<DataOf<typeof readSharedStory>>> {
  const storyId = await storyIdByLink(db, token);
  return storyId.ok ? sharedStory(db, storyId.data) : storyId;
}

async function sharedStory(
  connection: Connection,
  storyId: number,
): Promise<Outcome<DataOf<typeof readSharedStory>>> {
  const [story] = await storiesByIds(connection, [storyId]);
  if (story === undefined) return failure('not-found', secretLinkMessages.notFound);
  return success({ story, chapters: await chaptersForAuthor(connection, storyId) });
}

export async function readChapterByLink(
  { db }: Context,
  { token, chapterId }: ParsedInputOf<typeof readSharedChapter>,
): Promise<Outcome<DataOf<typeof readSharedChapter>>> {
  const found = await chapterByLink(db, { token, chapterId });
  if (!found.ok) return found;
  const shared = await sharedStory(db, found.data.story_id);
  if (!shared.ok) return shared;
  const { story, chapters } = shared.data;
  const at = chapters.findIndex(({ id }) => id === found.data.id);
  const counted = chapters.filter(({ kind }) => kind !== 'notice');
  const place = counted.findIndex(({ id }) => id === found.data.id);
  return success({
    ...{ story, chapter: found.data, number: place === -1 ? null : place + 1, total: counted.length },
    ...{ previous: neighbour(chapters[at - 1]), next: neighbour(chapters[at + 1]) },
  });
}

function neighbour(chapter: Pick<ChapterEntry, 'id' | 'title' | 'order'> | undefined) {
  return chapter === undefined ? null : { id: chapter.id, title: chapter.title, order: chapter.order };
}

/** A chapter that a link shows: the one place that decides it. */
export async function chapterByLink(
  connection: Connection,
  { token, chapterId }: { token: string; chapterId: string },
): Promise<Outcome<Chapter>> {
  const storyId = await storyIdByLink(connection, token);
  if (!storyId.ok) return storyId;
  const chapter = isChapterId(chapterId)
    ? await chapterForAuthor(connection, storyId.data, Number(chapterId))
    : undefined;
  return chapter === undefined ? failure('not-found', secretLinkMessages.chapterNotFound) : success(chapter);
}

async function storyIdByLink(connection: Connection, token: string): Promise<Outcome<number>> {
  const storyId = await storyOfLink(connection, hashOfToken(token));
  return storyId === undefined ? failure('not-found', secretLinkMessages.notFound) : success(storyId);
}

/** The token is computed instead of stored, so that neither the database nor a backup opens a draft. */
function tokenOf({ signer }: Pick<Context, 'signer'>, storyId: number, salt: Buffer): string {
  return signer.sign('secret link', `${storyId} ${salt.toString('hex')}`).toString('base64url');
}

function linkTo({ publicUrl }: Pick<Context, 'publicUrl'>, token: string): string {
  return publicUrl + urls.sharedStory(token);
}
