import { useCallback } from 'react';
import { useRevalidator } from 'react-router';
import { useAtSignIn } from '#features/accounts/parts/use-at-sign-in.ts';

/** Joins what a guest hid to the account at sign-in. At the end of a session boot.ts removes the cookie. */
export function HiddenSync() {
  const { revalidate } = useRevalidator();
  // Without it, the calls apply the account's list anyway.
  const adopt = useCallback(
    () =>
      import('../components/adopt-hidden.ts')
        .then(({ adoptHidden }) => adoptHidden())
        .then((hasChanged) => (hasChanged ? revalidate() : undefined)),
    [revalidate],
  );
  useAtSignIn('hidden', adopt);
  return null;
}
