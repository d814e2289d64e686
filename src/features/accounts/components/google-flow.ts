import { safeReturnPath } from '#base/safe-return-path.ts';
import { readEntry, writeEntry } from '#ui/browser-storage.ts';

/** The purpose of a visit to Google and the page to return to, remembered in this tab only. */
export interface GoogleTrip {
  purpose: 'sign-in' | 'link';
  returnTo?: string | undefined;
}

/** With blocked storage, the callback assumes a sign-in and leads home. */
export function noteTrip(trip: GoogleTrip): void {
  writeEntry('googleTrip', JSON.stringify(trip));
}

/** Takes the remembered visit out of storage. Other contents of the entry can lead nowhere but into the site. */
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
