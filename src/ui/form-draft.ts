import { readEntry, restsOf, writeEntry } from './browser-storage.ts';
import type { FormValues } from './form-values.ts';

/**
 * What was typed and not yet saved, so that neither a reload nor a session that has run out loses it. Kept for this
 * tab only, and no longer than it is open. Never a password. When a session ends the stored text goes at once; this
 * page alone still knows it, until it is left, for the person who signs in again on it.
 */
const known = new Map<string, string>();

export function readDraft(key: string): Partial<FormValues> | undefined {
  try {
    const text = readEntry('draft:', key) ?? known.get(key) ?? null;
    const draft: unknown = text === null ? undefined : JSON.parse(text);
    return typeof draft === 'object' && draft !== null ? (draft as Partial<FormValues>) : undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(key: string, values: FormValues, secret: readonly string[]): void {
  const kept = Object.entries(values).filter(([name]) => !secret.includes(name));
  const text = JSON.stringify(Object.fromEntries(kept));
  known.set(key, text);
  writeEntry('draft:', text, key);
}

export function forgetDraft(key: string): void {
  known.delete(key);
  writeEntry('draft:', undefined, key);
}

/** For a reader who signs out: nothing is left for the next one at this screen. */
export function forgetDrafts(): void {
  known.clear();
  for (const key of restsOf('draft:')) forgetDraft(key);
}
