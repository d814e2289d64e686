import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { lockPublisherForLinks } from '#features/stories/service/publishing.ts';
import { ownStory } from '#features/stories/service/stories.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { type Chapter, chapterMessages } from '../contract/chapters.ts';
import type { getVersion, listVersions, restoreVersion, Version } from '../contract/versions.ts';
import { isChapterId } from '../rules.ts';
import { chapterOfStory, type StoredText } from '../store/chapters.ts';
import { versionEntries, versionOfChapter } from '../store/versions.ts';
import { cleanStoredText } from './cleaning.ts';
import { lockOwnChapter, presentChapter, saveChapter } from './writing.ts';

export async function listOwnVersions(
  { db }: Context,
  input: ParsedInputOf<typeof listVersions>,
  { account }: CallerOf<typeof listVersions>,
): Promise<Outcome<DataOf<typeof listVersions>>> {
  const own = await ownChapterId({ db }, input, account);
  return own.ok ? success({ versions: await versionEntries(db, own.data) }) : own;
}

export async function readOwnVersion(
  context: Context,
  input: ParsedInputOf<typeof getVersion>,
  { account }: CallerOf<typeof getVersion>,
): Promise<Outcome<Version>> {
  const own = await ownChapterId(context, input, account);
  return own.ok ? presentVersion(context, own.data, input.versionId) : own;
}

/**
 * Restores a version by an ordinary save: the current text becomes a version, so nothing is lost, and links in the restored
 * one need the same approval.
 */
export async function restoreOwnVersion(
  context: Context,
  input: ParsedInputOf<typeof restoreVersion>,
  { account }: CallerOf<typeof restoreVersion>,
): Promise<Outcome<Chapter>> {
  const own = await ownChapterId(context, input, account);
  if (!own.ok) return own;
  const version = await presentVersion(context, own.data, input.versionId);
  if (!version.ok) return version;
  const { title, content, cleaner_version, word_count } = version.data;
  return context.db.transaction().execute(async (transaction) => {
    const publisher = await lockPublisherForLinks(context, transaction, account.id, [title, content]);
    const locked = await lockOwnChapter(transaction, input, account);
    if (!locked.ok) return locked;
    const { chapter } = locked.data;
    const next = { title, content, cleaner_version, word_count };
    await saveChapter(transaction, locked.data, next, { publisher });
    return presentChapter(transaction, chapter.story_id, chapter.id);
  });
}

async function ownChapterId(
  { db }: Pick<Context, 'db'>,
  { id, chapterId }: { id: string; chapterId: string },
  account: SignedIn,
): Promise<Outcome<number>> {
  const own = await ownStory(db, id, account.id, chapterMessages.notYours);
  if (!own.ok) return own;
  const chapter = isChapterId(chapterId)
    ? await chapterOfStory(db, own.data.id, Number(chapterId), 'author')
    : undefined;
  return chapter === undefined ? failure('not-found', chapterMessages.notFound) : success(chapter.id);
}

/** A version as it would be stored today, because the cleaner may be stricter now. */
async function presentVersion(
  context: Context,
  chapterId: number,
  versionId: string,
): Promise<Outcome<Version & StoredText>> {
  const version = isChapterId(versionId)
    ? await versionOfChapter(context.db, chapterId, Number(versionId))
    : undefined;
  if (version === undefined) return failure('not-found', chapterMessages.versionNotFound);
  const text = await cleanStoredText(context, version);
  return text.ok ? success({ ...version, ...text.data }) : text;
}
