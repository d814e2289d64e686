import { callApi } from '#ui/api-client.ts';
import { getHidden, setHidden } from '../contract.ts';
import { parseHiddenSet } from '../rules.ts';
import { hiddenText, storeHiddenText } from './own-hidden.ts';

/**
 * Makes this browser's list the account's: an account that hides nothing yet takes the list of the browser. Whether the
 * page's lists change by that. Rejects, and stores nothing, once the signal is aborted.
 */
export async function adoptHidden(signal: AbortSignal): Promise<boolean> {
  const text = hiddenText();
  const account = await callApi(getHidden, {}, { signal });
  signal.throwIfAborted();
  if (account.hidden === '' && text !== '') {
    const { hidden } = await callApi(setHidden, parseHiddenSet(text), { signal });
    signal.throwIfAborted();
    storeHiddenText(hidden);
    return true;
  }
  storeHiddenText(account.hidden);
  return false;
}
