import { safeReturnPath } from '#base/safe-return-path.ts';
import { readEntry, writeEntry } from '#ui/browser-storage.ts';

/** What the browser remembers while its visitor is at Google: what for, and where to go on afterwards. In this tab only. */
export interface GoogleTrip {
  purpose: 'sign-in' | 'link';
  returnTo?: string | undefined;
}

/** Where storage is blocked the trip was to sign in, and leads home. */
export function noteTrip(trip: GoogleTrip): void {
  writeEntry('googleTrip', JSON.stringify(trip));
}

/** What was noted, once. Whatever else may have got into the storage, it leads nowhere but into the site. */
export function takeTrip(): GoogleTrip {
  const text = readEntry('googleTrip');
  writeEntry('googleTrip', undefined);
  return tripIn(text);
}

export function tripIn(text: string | null): GoogleTrip {
  let noted: Partial<Record<keyof GoogleTrip, unknown>> | null;
  try {
    noted = JSON.parse(text ?? 'null') as typeof noted;
  } catch {
    noted = null;
  }
  const returnTo = typeof noted?.returnTo === 'string' ? safeReturnPath(noted.returnTo) : undefined;
  return { purpose: noted?.purpose === 'link' ? 'link' : 'sign-in', returnTo };
}
