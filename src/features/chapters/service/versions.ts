import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { ownStory } from '#features/stories/service/stories.ts';
import type { Caller, SignedIn } from '#platform/http/caller.ts';
import type { Services } from '#platform/runtime/services.ts';
import {
  type Chapter,
  chapterMessages,
  type getVersion,
  type listVersions,
  type restoreVersion,
  type Version,
} from '../contract.ts';
import { isChapterId } from '../rules.ts';
import { chapterOfStory, type StoredText } from '../store/chapters.ts';
import { versionEntries, versionOfChapter } from '../store/versions.ts';
import { cleanStoredText } from './cleaning.ts';
import { lockOwnChapter, presentChapter, saveChapter } from './writing.ts';

export async function listOwnVersions(
  { db }: Services,
  input: ParsedInputOf<typeof listVersions>,
  { account }: Caller<SignedIn>,
): Promise<Outcome<DataOf<typeof listVersions>>> {
  const own = await ownChapterId({ db }, input, account);
  return own.ok ? success({ versions: await versionEntries(db, own.data) }) : own;
}

export async function readOwnVersion(
  services: Services,
  input: ParsedInputOf<typeof getVersion>,
  { account }: Caller<SignedIn>,
): Promise<Outcome<Version>> {
  const own = await ownChapterId(services, input, account);
  return own.ok ? presentVersion(services, own.data, input.versionId) : own;
}

/** Restores a version by an ordinary save: the current text becomes a version, so nothing is lost. */
export async function bringBackVersion(
  services: Services,
  input: ParsedInputOf<typeof restoreVersion>,
  { account }: Caller<SignedIn>,
): Promise<Outcome<Chapter>> {
  const own = await ownChapterId(services, input, account);
  if (!own.ok) return own;
  const version = await presentVersion(services, own.data, input.versionId);
  if (!version.ok) return version;
  const { title, content, cleaner_version, word_count } = version.data;
  return services.db.transaction().execute(async (transaction) => {
    const locked = await lockOwnChapter(transaction, input, account);
    if (!locked.ok) return locked;
    const { chapter } = locked.data;
    await saveChapter(transaction, chapter, { title, content, cleaner_version, word_count });
    return presentChapter(transaction, chapter.story_id, chapter.id);
  });
}

async function ownChapterId(
  { db }: Pick<Services, 'db'>,
  { id, chapterId }: { id: string; chapterId: string },
  account: SignedIn,
): Promise<Outcome<number>> {
  const own = await ownStory(db, id, account.id, { refusal: chapterMessages.notYours });
  if (!own.ok) return own;
  const chapter = isChapterId(chapterId)
    ? await chapterOfStory(db, own.data.id, Number(chapterId))
    : undefined;
  return chapter === undefined ? failure('not-found', chapterMessages.notFound) : success(chapter.id);
}

/** A version as it would be stored today, because the cleaner may be stricter now. */
async function presentVersion(
  services: Services,
  chapterId: number,
  versionId: string,
): Promise<Outcome<Version & StoredText>> {
  const version = isChapterId(versionId)
    ? await versionOfChapter(services.db, chapterId, Number(versionId))
    : undefined;
  if (version === undefined) return failure('not-found', chapterMessages.versionNotFound);
  const text = await cleanStoredText(services, version);
  return text.ok ? success({ ...version, ...text.data }) : text;
}
