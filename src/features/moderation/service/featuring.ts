import type { ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type NoData, type Outcome, success } from '#base/failure.ts';
import { lockModeratedStory, setFeatured } from '#features/stories/service/moderation.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { featureStory, unfeatureStory } from '../contract/log.ts';
import { moderationMessages } from '../contract/moderation.ts';
import { insertLogEntry } from '../store/log-entries.ts';
import { logActorOf } from './actor.ts';

type Input = ParsedInputOf<typeof featureStory>;
type FeaturingOutcome = Outcome<NoData>;

export function feature(
  context: Context,
  { id }: Input,
  { account }: CallerOf<typeof featureStory>,
): Promise<FeaturingOutcome> {
  return changeFeatured(context, id, account, true);
}

export function unfeature(
  context: Context,
  { id }: Input,
  { account }: CallerOf<typeof unfeatureStory>,
): Promise<FeaturingOutcome> {
  return changeFeatured(context, id, account, false);
}

async function changeFeatured(
  { db }: Context,
  storyId: number,
  account: SignedIn,
  isFeatured: boolean,
): Promise<FeaturingOutcome> {
  return db.transaction().execute(async (transaction) => {
    const story = await lockModeratedStory(transaction, storyId);
    if (story === undefined) return failure('not-found', moderationMessages.storyNotFound);
    if (story.owner_id === account.id) return failure('not-yours', moderationMessages.ownStory);
    if (isFeatured && story.published_at === null)
      return invalidField('id', moderationMessages.storyNotListed);
    // Without a change there is nothing to log.
    if ((story.featured_at !== null) === isFeatured) return success({});
    await setFeatured(transaction, storyId, isFeatured);
    await insertLogEntry(transaction, {
      actor: logActorOf(account),
      ...{ action: isFeatured ? 'feature' : 'unfeature', story },
      account: { id: story.owner_id, username: story.owner_name },
    });
    return success({});
  });
}
