import { orErrorPage, type PageRequest } from '#ui/page-loader.ts';
import { hiddenMessages, nameHidden } from '../contract.ts';

/** The hidden items of the cookie by name; undefined: none. */
export async function hiddenPageLoader({ api, hidden }: PageRequest) {
  const items =
    hidden === ''
      ? undefined
      : await orErrorPage(api(nameHidden, { hidden }), { failed: hiddenMessages.loadFailed });
  return { items };
}
