import { type NoData, type Outcome, success } from '#base/failure.ts';
import { deleteFeedToken, feedTokenOf, replaceFeedToken } from '#features/accounts/service/feed-tokens.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type FeedAddress,
  feedMessages,
  type getFeedToken,
  type removeFeedToken,
  type renewFeedToken,
} from '../contract.ts';
import { feedUrls } from '../rules/feed-urls.ts';

export async function readOwnAddress(
  context: Context,
  _input: object,
  { account }: CallerOf<typeof getFeedToken>,
): Promise<Outcome<{ address: FeedAddress | null }>> {
  const token = await feedTokenOf(context, account.id);
  return success({ address: token === undefined ? null : addressOf(context, token) });
}

export async function renewOwnAddress(
  context: Context,
  _input: object,
  { account }: CallerOf<typeof renewFeedToken>,
): Promise<Outcome<FeedAddress>> {
  return success(addressOf(context, await replaceFeedToken(context, account.id)), feedMessages.renewed);
}

export async function removeOwnAddress(
  { db }: Context,
  _input: object,
  { account }: CallerOf<typeof removeFeedToken>,
): Promise<Outcome<NoData>> {
  await deleteFeedToken(db, account.id);
  return success({}, feedMessages.removed);
}

function addressOf({ publicUrl }: Pick<Context, 'publicUrl'>, token: string): FeedAddress {
  return {
    token,
    url: publicUrl + feedUrls.privateFeed(token, 'xml'),
    json_url: publicUrl + feedUrls.privateFeed(token, 'json'),
    opds_url: publicUrl + feedUrls.privateCatalogue(token),
    opds_v2_url: publicUrl + feedUrls.privateCatalogue(token, 2),
  };
}
