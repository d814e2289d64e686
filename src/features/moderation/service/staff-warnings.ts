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
import type { Caller, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { moderationMessages } from '../contract/moderation.ts';
import { type setStaffWarnings, staffWarningMessages } from '../contract/warnings.ts';
import { decisionMail } from '../mail/decision-mails.ts';
import { insertLogEntry } from '../store/log-entries.ts';
import { logActorOf } from './actor.ts';
import { decisionToken } from './decision-tokens.ts';
import { postMails } from './outgoing-mails.ts';

const NAMES = Object.keys(contentWarnings) as WarningName[];

/** Sets staff's warnings, apart from the author's: neither overwrites the other. Without a change nobody is told. */
export async function warn(
  context: Context,
  { id, chapter_id, warnings, note }: ParsedInputOf<typeof setStaffWarnings>,
  { account }: Caller<SignedIn>,
): Promise<Outcome<DataOf<typeof setStaffWarnings>>> {
  const now = NAMES.filter((name) => warnings.includes(name));
  return context.db.transaction().execute(async (transaction) => {
    const storyId = await findAnyStoryId(transaction, id);
    const story = storyId === undefined ? undefined : await lockModeratedStory(transaction, storyId);
    if (story === undefined) return failure('not-found', moderationMessages.storyNotFound);
    if (story.owner_id === account.id) return failure('not-yours', staffWarningMessages.ownStory);
    const changed =
      chapter_id === undefined
        ? await setStaffWarningsOfStory(transaction, story.id, now)
        : await setStaffWarningsOfChapter(transaction, { storyId: story.id, chapterId: chapter_id }, now);
    if (changed === undefined) return failure('not-found', staffWarningMessages.chapterNotFound);
    const { earlier } = changed;
    const added = now.filter((name) => !earlier.includes(name));
    const lifted = earlier.filter((name) => !now.includes(name));
    if (added.length + lifted.length === 0) return success({ staff_warnings: now });
    const action = added.length > 0 ? 'warn' : 'unwarn';
    const named = (action === 'warn' ? added : lifted).map((name) => contentWarnings[name]).join(', ');
    const passage = 'title' in changed ? `${named}: “${changed.title}”` : named;
    const logEntryId = await insertLogEntry(transaction, {
      actor: logActorOf(account),
      ...{ action, story, note, quotedPassage: passage },
      account: { id: story.owner_id, username: story.owner_name },
    });
    const to = await verifiedAddressOf(transaction, story.owner_id);
    if (to !== undefined) {
      const mail = decisionMail(context.publicUrl, {
        ...{ action, note, story: story.title, quotedPassage: '', warnings: named },
        isAboutChapter: chapter_id !== undefined,
        role: account.role === 'admin' ? 'admin' : 'moderator',
        token: decisionToken(context.signer, logEntryId),
      });
      await postMails(context, transaction, [{ to, mail }]);
    }
    return success({ staff_warnings: now }, staffWarningMessages.saved);
  });
}
