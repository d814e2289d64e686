import { orErrorPage, type PageRequest } from '#ui/page-loader.ts';
import { hiddenMessages, nameHidden } from '../contract.ts';

/** What the cookie hides, by name; undefined: nothing. */
export async function hiddenPageLoader({ api, hidden }: PageRequest) {
  const items =
    hidden === ''
      ? undefined
      : await orErrorPage(api(nameHidden, { hidden }), { failed: hiddenMessages.loadFailed });
  return { items };
}
