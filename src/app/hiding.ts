import { failure, success } from '#base/failure.ts';
import { HIDDEN_COOKIE } from '#base/hidden-cookie.ts';
import { HIDDEN_KINDS, hiddenCollections, hiddenMessages } from '#features/hidden/contract.ts';
import {
  HIDDEN_COOKIE_SECONDS,
  hiddenCookieValue,
  hiddenTextOf,
  parseHiddenSet,
} from '#features/hidden/rules.ts';
import { changeSet } from '#features/hidden/service.ts';
import type { Context } from '#platform/runtime/context.ts';
import { urls } from '#urls.ts';
import type { CookieForm } from './cookie-form.ts';

const MAX_NAME_CHARACTERS = 200;

/** Hides an item in this browser, or shows it again (`action=show`). */
export function hidingForm(context: Context): CookieForm {
  return {
    path: urls.hidden(),
    cookie: { name: HIDDEN_COOKIE, maxAgeSeconds: HIDDEN_COOKIE_SECONDS },
    refusedTitle: 'This can’t be hidden',
    crossSiteMessage: 'Only this site’s own pages can hide something for you.',
    change: async (field, cookies) => {
      const kind = HIDDEN_KINDS.find((each) => each === field('kind'));
      const name = field('name');
      if (kind === undefined) return failure('invalid', hiddenMessages.unknownKind);
      if (name === '' || name.length > MAX_NAME_CHARACTERS || name.includes('\0'))
        return failure('invalid', hiddenMessages.nameNeeded);
      const outcome = await changeSet(context, parseHiddenSet(hiddenTextOf(cookies)), {
        kind: hiddenCollections[kind],
        name,
        isHidden: field('action') !== 'show',
      });
      return outcome.ok ? success(hiddenCookieValue(outcome.data)) : outcome;
    },
  };
}
