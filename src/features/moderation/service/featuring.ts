import type { ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { lockModeratedStory, setFeatured } from '#features/stories/service/moderation.ts';
import type { Caller, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { featureStory } from '../contract/log.ts';
import { moderationMessages } from '../contract/moderation.ts';
import { insertEntry } from '../store/log-entries.ts';
import { actorOf } from './actor.ts';

type Input = ParsedInputOf<typeof featureStory>;
type Done = Outcome<Record<string, never>>;

export function feature(context: Context, { id }: Input, { account }: Caller<SignedIn>): Promise<Done> {
  return choose(context, id, account, true);
}

export function unfeature(context: Context, { id }: Input, { account }: Caller<SignedIn>): Promise<Done> {
  return choose(context, id, account, false);
}

async function choose(
  { db }: Context,
  storyId: number,
  account: SignedIn,
  isFeatured: boolean,
): Promise<Done> {
  return db.transaction().execute(async (transaction) => {
    const story = await lockModeratedStory(transaction, storyId);
    if (story === undefined) return failure('not-found', moderationMessages.storyNotFound);
    if (story.author_id === account.id) return failure('not-yours', moderationMessages.ownStory);
    if (isFeatured && story.published_at === null)
      return invalidField('id', moderationMessages.storyNotListed);
    // Without a change there is nothing to log.
    if ((story.featured_at !== null) === isFeatured) return success({});
    await setFeatured(transaction, storyId, isFeatured);
    await insertEntry(transaction, {
      actor: actorOf(account),
      ...{ action: isFeatured ? 'feature' : 'unfeature', story },
      account: { id: story.author_id, username: story.author_name },
    });
    return success({});
  });
}
