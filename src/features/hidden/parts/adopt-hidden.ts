import { callApi } from '#ui/api-client.ts';
import { getHidden, setHidden } from '../contract.ts';
import { parseHiddenSet } from '../rules.ts';
import { hiddenText, storeHiddenText } from './own-hidden.ts';

/**
 * Makes this browser's list the account's: an account that hides nothing yet takes the list of the browser. Whether the
 * page's lists change by that.
 */
export async function adoptHidden(): Promise<boolean> {
  const text = hiddenText();
  const account = await callApi(getHidden, {});
  if (account.hidden === '' && text !== '') {
    storeHiddenText((await callApi(setHidden, parseHiddenSet(text))).hidden);
    return true;
  }
  storeHiddenText(account.hidden);
  return false;
}
