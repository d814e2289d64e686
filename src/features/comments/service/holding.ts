/** The comments that wait for approval, and how many somebody may send. */
import { HOUR_SECONDS } from '#base/durations.ts';
import { plural } from '#base/text.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { SignedIn } from '#platform/http/caller.ts';
import { atMost } from '#platform/rate-limits/throttle.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { HoldReason } from '../contract/sweeps.ts';
import { wordsOfAuthor } from '../store/filtered-words.ts';
import { type WriterAge, writerAge, writerFacts } from '../store/holding.ts';
import type { CommentedStory } from '../store/stories.ts';
import { readerOf } from './access.ts';
import { fingerprintOf, hasFilteredWord, hasLink } from './comparing.ts';

/** Beyond so many comments within minutes, by an account or on a story, those that follow wait. */
const FLOOD = { minutes: 10, ofAccount: 20, ofStory: 60 };

const isTrusted = (age: WriterAge, account: SignedIn) => age.is_old && !age.is_censured && account.isVerified;

/** Whether an account is old enough, verified and in good standing. */
export async function isTrustedWriter(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  account: SignedIn,
): Promise<boolean> {
  return isTrusted(await ageOfWriter(settings, db, account), account);
}

export async function ageOfWriter(
  { values }: Context['settings'],
  connection: Connection,
  { id }: Pick<SignedIn, 'id'>,
): Promise<WriterAge> {
  return writerAge(connection, id, values.limits.new_account_days);
}

export const tooManyCommentsMessage = (most: number) => `You can send ${plural(most, 'comment')} an hour`;

/** Accounts that are new, unverified or without good standing never send more than others. */
export function hourlyLimitOf({ values }: Context['settings'], age: WriterAge, account: SignedIn) {
  const { member_comments: ofMember, new_account_comments: ofNewcomer } = values.limits;
  const [name, maximum] = isTrusted(age, account)
    ? (['comments', ofMember] as const)
    : (['first comments', Math.min(ofNewcomer, ofMember)] as const);
  return { ...atMost(maximum, name, HOUR_SECONDS), maximum };
}

export interface NewText {
  /** The comment that is being edited. */
  id?: number;
  content: string;
  story: Pick<CommentedStory, 'id' | 'author_id' | 'owner_id' | 'setting'>;
  account: SignedIn;
  age: WriterAge;
}

/** The reason why a text needs the author's approval. */
export async function holdReason(
  { publishing }: Pick<Context, 'publishing'>,
  transaction: OpenTransaction,
  { id, content, story, account, age }: NewText,
): Promise<HoldReason | undefined> {
  if (readerOf(account, story.owner_id).isModerating) return undefined;
  if (story.setting === 'approved') return 'approved';
  if (hasFilteredWord(content, await wordsOfAuthor(transaction, story.author_id))) return 'words';
  if (!publishing.isLimited) return undefined;
  const { value: fingerprint, isUnique } = fingerprintOf(content);
  const facts = await writerFacts(
    transaction,
    { id, accountId: account.id, storyId: story.id, content, fingerprint, isUnique },
    FLOOD,
  );
  if (facts.is_flooding || (facts.is_flooded && !facts.is_known)) return 'flood';
  if (facts.is_repeated || facts.is_copied) return 'repeat';
  if (isTrusted(age, account)) return undefined;
  if (hasLink(content)) return 'link';
  return facts.is_approved && !age.is_censured ? undefined : 'new';
}
