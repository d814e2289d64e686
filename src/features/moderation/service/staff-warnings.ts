import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { verifiedAddressOf } from '#features/accounts/service/account-status.ts';
import { setStaffWarningsOfChapter } from '#features/chapters/service/chapters.ts';
import { contentWarnings, type WarningName } from '#features/labels/contract/warnings.ts';
import {
  findAnyStoryId,
  lockModeratedStory,
  setStaffWarningsOfStory,
} from '#features/stories/service/moderation.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { moderationMessages } from '../contract/moderation.ts';
import { type setStaffWarnings, staffWarningMessages } from '../contract/warnings.ts';
import { decisionMail } from '../mail/decision-mails.ts';
import type { AppealInCase } from '../rules.ts';
import { addedWarnings, insertLogEntry, liftedWarnings } from '../store/log-entries.ts';
import { logActorOf } from './actor.ts';
import { decisionToken } from './decision-tokens.ts';
import { type OutgoingMail, postMails } from './outgoing-mails.ts';
import { answerSettledAppeals, appealToSettle } from './settled-appeals.ts';

const NAMES = Object.keys(contentWarnings) as WarningName[];

/** A story, or one of its chapters. */
interface Place {
  storyId: number;
  chapterId: number | undefined;
}

/** Sets staff's warnings, apart from the author's: neither overwrites the other. Without a change nobody is told. */
export async function warn(
  context: Context,
  { id, chapter_id, warnings, note }: ParsedInputOf<typeof setStaffWarnings>,
  { account }: CallerOf<typeof setStaffWarnings>,
): Promise<Outcome<DataOf<typeof setStaffWarnings>>> {
  return context.db.transaction().execute(async (transaction) => {
    const storyId = await findAnyStoryId(transaction, id);
    const story = storyId === undefined ? undefined : await lockModeratedStory(transaction, storyId);
    if (story === undefined) return failure('not-found', moderationMessages.storyNotFound);
    if (story.owner_id === account.id) return failure('not-yours', staffWarningMessages.ownStory);
    const place = { storyId: story.id, chapterId: chapter_id };
    const subject = { subject: 'story', id: story.id } as const;
    const appeal = await appealToSettle(transaction, subject, {
      ...{ against: 'warn', authorId: story.owner_id, moderatorId: account.id },
      entryIds: await liftedWarnings(transaction, place, warnings),
    });
    if (!appeal.ok) return appeal;
    const changed = await change(transaction, place, () => NAMES.filter((name) => warnings.includes(name)));
    if (changed === undefined) return failure('not-found', staffWarningMessages.chapterNotFound);
    const { added, lifted, now } = changed;
    if (added.length + lifted.length === 0) return success({ staff_warnings: now });
    const mails: OutgoingMail['mail'][] = [];
    for (const [action, names] of [['unwarn', lifted] as const, ['warn', added] as const]) {
      if (names.length === 0) continue;
      const source = action === 'warn' ? 'own' : undefined;
      const logEntryId = await insertLogEntry(transaction, {
        actor: logActorOf(account),
        ...{ action, story, note, quotedPassage: wordsOf(names, changed.title) },
        account: { id: story.owner_id, username: story.owner_name },
        source,
        warned: { warnings: names, chapterId: chapter_id },
        answers: action === 'unwarn' ? appeal.data?.logEntryId : undefined,
      });
      if (action === 'unwarn') await answerSettledAppeals(transaction, subject, logEntryId);
      mails.push(
        decisionMail(context.publicUrl, {
          ...{ action, note, story: story.title, quotedPassage: '', warnings: labelsOf(names), source },
          isAboutChapter: chapter_id !== undefined,
          role: account.role === 'admin' ? 'admin' : 'moderator',
          token: decisionToken(context.signer, logEntryId),
          bySameModerator: action === 'unwarn' && appeal.data?.deciderId === account.id,
        }),
      );
    }
    const to = await verifiedAddressOf(transaction, story.owner_id);
    if (to !== undefined)
      await postMails(
        context,
        transaction,
        mails.map((mail) => ({ to, mail })),
      );
    return success({ staff_warnings: now }, staffWarningMessages.saved);
  });
}

interface Changed {
  /** The title of the chapter; undefined for the whole story. */
  title: string | undefined;
  added: WarningName[];
  lifted: WarningName[];
  now: WarningName[];
}

/** Changes the warnings of a locked story or one of its chapters; undefined: it has no such chapter. */
async function change(
  transaction: OpenTransaction,
  { storyId, chapterId }: Place,
  next: (earlier: WarningName[]) => WarningName[],
): Promise<Changed | undefined> {
  const changed =
    chapterId === undefined
      ? { title: undefined, ...(await setStaffWarningsOfStory(transaction, storyId, next)) }
      : await setStaffWarningsOfChapter(transaction, { storyId, chapterId }, next);
  if (changed === undefined) return undefined;
  const { title, earlier, now } = changed;
  const added = now.filter((name) => !earlier.includes(name));
  return { title, added, lifted: earlier.filter((name) => !now.includes(name)), now };
}

function labelsOf(names: WarningName[]): string {
  return names.map((name) => contentWarnings[name]).join(', ');
}

function wordsOf(names: WarningName[], title: string | undefined): string {
  return title === undefined ? labelsOf(names) : `${labelsOf(names)}: “${title}”`;
}

/** Lifts what the appealed decisions added to a locked story, and returns it in words. */
export async function liftWarnings(
  transaction: OpenTransaction,
  storyId: number,
  appeals: Pick<AppealInCase, 'logEntryId'>[],
): Promise<string> {
  const words: string[] = [];
  const entryIds = appeals.map(({ logEntryId }) => logEntryId);
  for (const { chapter_id, warnings } of await addedWarnings(transaction, entryIds)) {
    const place = { storyId, chapterId: chapter_id ?? undefined };
    const changed = await change(transaction, place, (earlier) =>
      earlier.filter((name) => !warnings.includes(name)),
    );
    if (changed !== undefined && changed.lifted.length > 0)
      words.push(wordsOf(changed.lifted, changed.title));
  }
  return words.join('; ');
}
