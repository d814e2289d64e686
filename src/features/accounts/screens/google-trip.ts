import { safeReturnPath } from '#base/safe-return-path.ts';

/** What the browser remembers while its visitor is at Google: what for, and where to go on afterwards. In this tab only. */
export interface GoogleTrip {
  purpose: 'sign-in' | 'link';
  returnTo?: string | undefined;
}

const KEY = 'googleTrip';

export function noteTrip(trip: GoogleTrip): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(trip));
  } catch {
    // Not remembered: it was to sign in, and leads home.
  }
}

/** What was noted, once. Whatever else may have got into the storage, it leads nowhere but into the site. */
export function takeTrip(): GoogleTrip {
  try {
    const text = window.sessionStorage.getItem(KEY);
    window.sessionStorage.removeItem(KEY);
    return tripIn(text);
  } catch {
    return { purpose: 'sign-in' };
  }
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
