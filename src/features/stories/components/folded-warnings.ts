import type { WarningName } from '#features/labels/contract/warnings.ts';
import { readEntry, writeEntry } from '#ui/browser-storage.ts';
import { useRootData } from '#ui/use-root-data.ts';

/** The folded warnings as they are on <html>, where boot.ts puts them before the first paint; the styles read them. */
function foldedText(): string {
  return document.documentElement.dataset.folded ?? '';
}

export function useFoldedWarnings(): readonly string[] {
  return (useRootData('folded') ?? '').split(' ');
}

/** Folds the names of a warning behind a press, on this device, or shows them again. */
export function foldWarning(name: WarningName, isFolded: boolean): void {
  const stored = readEntry('foldedWarnings') ?? foldedText();
  const others = stored.split(' ').filter((other) => other !== '' && other !== name);
  const text = (isFolded ? [...others, name] : others).join(' ');
  if (text === '') delete document.documentElement.dataset.folded;
  else document.documentElement.dataset.folded = text;
  // With blocked storage the choice lasts for this visit.
  writeEntry('foldedWarnings', text === '' ? undefined : text);
}
