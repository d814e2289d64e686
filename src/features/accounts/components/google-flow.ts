import { safeReturnPath } from '#base/safe-return-path.ts';
import { readEntry, writeEntry } from '#ui/browser-storage.ts';
import { isUsername } from '../rules/accounts.ts';

const PURPOSES = ['sign-in', 'sign-up', 'link'] as const;
type Purpose = (typeof PURPOSES)[number];

/** The purpose of a visit to Google and the page to return to, remembered in this tab only. */
export interface GoogleFlow {
  purpose: Purpose;
  returnTo?: string | undefined;
  /** The username that was typed before, for an account that is new. */
  username?: string | undefined;
}

/** With blocked storage, the callback assumes a sign-in and leads home. */
export function saveGoogleFlow(flow: GoogleFlow): void {
  writeEntry('googleTrip', JSON.stringify(flow));
}

/** Takes the remembered visit out of storage. Other contents of the entry can lead nowhere but into the site. */
export function takeGoogleFlow(): GoogleFlow {
  const text = readEntry('googleTrip');
  writeEntry('googleTrip', undefined);
  return parseGoogleFlow(text);
}

export function parseGoogleFlow(text: string | null): GoogleFlow {
  let entry: Partial<Record<keyof GoogleFlow, unknown>> | null;
  try {
    entry = JSON.parse(text ?? 'null') as typeof entry;
  } catch {
    entry = null;
  }
  const returnTo = typeof entry?.returnTo === 'string' ? safeReturnPath(entry.returnTo) : undefined;
  const purpose = PURPOSES.find((purpose) => purpose === entry?.purpose) ?? 'sign-in';
  const typed = purpose === 'sign-up' && typeof entry?.username === 'string' ? entry.username.trim() : '';
  return { purpose, returnTo, ...(isUsername(typed) && { username: typed }) };
}
