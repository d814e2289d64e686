import type { FormValues } from './form-values.ts';

/**
 * What was typed and not yet saved, so that neither a reload nor a session that has run out loses it. Kept for this
 * tab only, and no longer than it is open. Never a password.
 */
const PREFIX = 'draft:';

export function readDraft(key: string): Partial<FormValues> | undefined {
  try {
    const text = window.sessionStorage.getItem(PREFIX + key);
    const draft: unknown = text === null ? undefined : JSON.parse(text);
    return typeof draft === 'object' && draft !== null ? (draft as Partial<FormValues>) : undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(key: string, values: FormValues, secret: readonly string[]): void {
  const kept = Object.entries(values).filter(([name]) => !secret.includes(name));
  try {
    window.sessionStorage.setItem(PREFIX + key, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Blocked or full: it lasts as long as the page.
  }
}

export function forgetDraft(key: string): void {
  try {
    window.sessionStorage.removeItem(PREFIX + key);
  } catch {
    // Blocked: then there is none.
  }
}

/** Whoever signs out leaves nothing behind for the next at this screen. */
export function forgetDrafts(): void {
  try {
    const { sessionStorage } = window;
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Blocked: then there are none.
  }
}
