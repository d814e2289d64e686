/** How a chapter can be set, by each reader on their device; in the order of the panel. */
export const lookChoices = {
  size: ['small', 'usual', 'large', 'larger', 'largest'],
  leading: ['close', 'usual', 'open'],
  measure: ['narrow', 'usual', 'wide'],
  face: ['usual', 'sans', 'easy'],
} as const;

export type LookName = keyof typeof lookChoices;
export type Look = { [Name in LookName]: (typeof lookChoices)[Name][number] };

const names = Object.keys(lookChoices) as LookName[];

/** A look from what was stored, or stands on <html>: what is unknown there counts as usual. */
export function lookOf(stored: Partial<Record<LookName, unknown>>): Look {
  return Object.fromEntries(
    names.map((name) => [name, lookChoices[name].find((choice) => choice === stored[name]) ?? 'usual']),
  ) as Look;
}

/** What of a look is not as usual; nothing of it is left to store when all is. */
export function peculiarities(look: Look): Partial<Look> {
  return Object.fromEntries(Object.entries(look).filter(([, choice]) => choice !== 'usual'));
}
