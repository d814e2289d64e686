import { readEntry, suffixesOf, writeEntry } from './browser-storage.ts';
import type { FormValues } from './form-values.ts';

/**
 * Unsaved text, so that neither a reload nor an expired session loses it. Stored for this tab only, until it closes.
 * Never a password. The end of a session removes the stored text at once; until it is left, this page still has a copy
 * in memory for the person who signs in again on it.
 */
const copies = new Map<string, string>();

export function readDraft(key: string): Partial<FormValues> | undefined {
  try {
    const text = readEntry('draft:', key) ?? copies.get(key) ?? null;
    const draft: unknown = text === null ? undefined : JSON.parse(text);
    return typeof draft === 'object' && draft !== null ? (draft as Partial<FormValues>) : undefined;
  } catch {
    return undefined;
  }
}

export function saveDraft(key: string, values: FormValues, secret: readonly string[]): void {
  const saved = Object.entries(values).filter(([name]) => !secret.includes(name));
  const text = JSON.stringify(Object.fromEntries(saved));
  copies.set(key, text);
  writeEntry('draft:', text, key);
}

export function deleteDraft(key: string): void {
  copies.delete(key);
  writeEntry('draft:', undefined, key);
}

/** Called when a reader signs out, so that the next person at this screen finds nothing. */
export function deleteDrafts(): void {
  copies.clear();
  for (const key of suffixesOf('draft:')) deleteDraft(key);
}
