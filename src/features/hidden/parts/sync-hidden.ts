import { haveListsJoined } from '#features/accounts/parts/session.ts';
import { callApi } from '#ui/api-client.ts';
import { readTokens } from '#ui/session.ts';
import { getHidden, type HiddenItems, setHidden } from '../contract.ts';
import { parseHiddenSet } from '../rules.ts';
import { hiddenText, storeHiddenText } from './own-hidden.ts';

/**
 * Makes this browser's list the account's, and returns it. An account that hides nothing yet takes the list of a guest
 * who has just signed in: each request for the account's list goes through here, or the first answer would replace the
 * guest's. `hasChanged` tells that lists of the page are no longer right. Rejects, and stores nothing, once the signal
 * is aborted or the session has ended.
 */
export async function syncHidden(signal?: AbortSignal): Promise<{ items: HiddenItems; hasChanged: boolean }> {
  const known = hiddenText();
  const own = haveListsJoined() ? '' : known;
  let items = await callApi(getHidden, {}, { signal });
  const hasAdopted = items.hidden === '' && own !== '';
  if (hasAdopted) items = await callApi(setHidden, parseHiddenSet(own), { signal });
  signal?.throwIfAborted();
  if (readTokens() === undefined) throw new Error('the session has ended');
  storeHiddenText(items.hidden);
  return { items, hasChanged: hasAdopted || items.hidden !== known };
}
