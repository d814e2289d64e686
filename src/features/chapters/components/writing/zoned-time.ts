/** The offset of a time zone at a moment, in milliseconds east of UTC. */
function offsetAt(zone: string, moment: number): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' });
  const name = parts.formatToParts(moment).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = 0, minutes = 0] = /^GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

const DAY_MILLISECONDS = 86_400_000;

/**
 * The moment of a local time such as `2026-11-27T18:00` in a zone; undefined for no time. When the clocks change, a time
 * that comes twice is the first one, and a time that is left out moves forward with the clocks.
 */
export function momentOf(local: string, zone: string): Date | undefined {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const before = asUtc - offsetAt(zone, asUtc - DAY_MILLISECONDS);
  const after = asUtc - offsetAt(zone, asUtc + DAY_MILLISECONDS);
  const fitting = [before, after].filter((moment) => moment + offsetAt(zone, moment) === asUtc);
  return new Date(fitting.length === 0 ? before : Math.min(...fitting));
}

/** A moment as the local time of a zone, to the minute, as a field for date and time holds it. */
export function localTime(moment: Date, zone: string): string {
  return new Date(moment.getTime() + offsetAt(zone, moment.getTime())).toISOString().slice(0, 16);
}

export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** All zones by name, the visitor's own and UTC among them. */
export function zones(): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), ownZone(), 'UTC'])].sort();
}

export function hasPassed(moment: Date): boolean {
  return moment.getTime() <= Date.now();
}
