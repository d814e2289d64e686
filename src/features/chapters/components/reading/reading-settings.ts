/** The reading settings that each reader chooses per device, in the panel's order. */
export const readingSettingChoices = {
  size: ['small', 'usual', 'large', 'larger', 'largest'],
  leading: ['close', 'usual', 'open'],
  measure: ['narrow', 'usual', 'wide'],
  face: ['usual', 'sans', 'easy'],
  // Comments beside the paragraphs that they are about.
  margin: ['usual', 'comments'],
} as const;

export type ReadingSettingName = keyof typeof readingSettingChoices;
export type ReadingSettings = { [Name in ReadingSettingName]: (typeof readingSettingChoices)[Name][number] };

const names = Object.keys(readingSettingChoices) as ReadingSettingName[];

/** The reading settings from storage or from <html>; unknown values fall back to the default. */
export function parseReadingSettings(stored: Partial<Record<ReadingSettingName, unknown>>): ReadingSettings {
  return Object.fromEntries(
    names.map((name) => [
      name,
      readingSettingChoices[name].find((choice) => choice === stored[name]) ?? 'usual',
    ]),
  ) as ReadingSettings;
}

/** The settings that differ from the default; empty, and so not stored, when none does. */
export function changedSettings(settings: ReadingSettings): Partial<ReadingSettings> {
  return Object.fromEntries(Object.entries(settings).filter(([, choice]) => choice !== 'usual'));
}
