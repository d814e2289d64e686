/** The reading settings that each reader chooses per device, in the panel's order. */
export const lookChoices = {
  size: ['small', 'usual', 'large', 'larger', 'largest'],
  leading: ['close', 'usual', 'open'],
  measure: ['narrow', 'usual', 'wide'],
  face: ['usual', 'sans', 'easy'],
} as const;

export type LookName = keyof typeof lookChoices;
export type Look = { [Name in LookName]: (typeof lookChoices)[Name][number] };

const names = Object.keys(lookChoices) as LookName[];

/** The reading settings from storage or from <html>; unknown values fall back to the default. */
export function lookOf(stored: Partial<Record<LookName, unknown>>): Look {
  return Object.fromEntries(
    names.map((name) => [name, lookChoices[name].find((choice) => choice === stored[name]) ?? 'usual']),
  ) as Look;
}

/** The settings that differ from the default; empty, and so not stored, when none does. */
export function peculiarities(look: Look): Partial<Look> {
  return Object.fromEntries(Object.entries(look).filter(([, choice]) => choice !== 'usual'));
}
