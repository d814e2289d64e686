import { useSyncExternalStore } from 'react';
import { writeEntry } from '#ui/browser-storage.ts';
import {
  changedSettings,
  parseReadingSettings,
  type ReadingSettingName,
  type ReadingSettings,
} from './reading-settings.ts';

const attributes = ['data-size', 'data-leading', 'data-measure', 'data-face', 'data-margin'];

/** The reading settings on <html>. boot.ts sets them before the first paint, and the styles read them. */
function currentSettings(): ReadingSettings {
  return parseReadingSettings(document.documentElement.dataset);
}

function applyReadingSettings(settings: ReadingSettings): void {
  const { dataset } = document.documentElement;
  for (const [name, choice] of Object.entries(settings)) {
    if (choice === 'usual') delete dataset[name];
    else dataset[name] = choice;
  }
  const changed = changedSettings(settings);
  // With blocked storage the settings last for this visit.
  writeEntry('readingLook', Object.keys(changed).length === 0 ? undefined : JSON.stringify(changed));
}

export function changeReadingSetting<Name extends ReadingSettingName>(
  name: Name,
  choice: ReadingSettings[Name],
): void {
  applyReadingSettings({ ...currentSettings(), [name]: choice });
}

export function resetReadingSettings(): void {
  applyReadingSettings(parseReadingSettings({}));
}

/** Compares the settings as text, because a new object at each call would never be equal to the last one. */
export function useReadingSettings(): ReadingSettings {
  return JSON.parse(
    useSyncExternalStore(subscribe, () => JSON.stringify(currentSettings())),
  ) as ReadingSettings;
}

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: attributes });
  return () => observer.disconnect();
}
