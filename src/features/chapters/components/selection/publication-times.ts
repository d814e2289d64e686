import { momentOf } from '../writing/zoned-time.ts';

/** The distances between chapters that are published one after another. */
export const publicationSteps = [
  { days: 1, label: 'Every day' },
  { days: 2, label: 'Every two days' },
  { days: 7, label: 'Every week' },
  { days: 14, label: 'Every two weeks' },
  { days: 28, label: 'Every four weeks' },
];

/**
 * The times of chapters that are published one after another: the same time of day by the clocks of the zone, also
 * after these change. Undefined for no first time.
 */
export function publicationTimes(
  firstLocal: string,
  zone: string,
  { count, everyDays }: { count: number; everyDays: number },
): Date[] | undefined {
  const times = Array.from({ length: count }, (_, at) =>
    momentOf(daysLater(firstLocal, at * everyDays), zone),
  );
  return times.every((time) => time !== undefined) ? times : undefined;
}

/** The local time, such as `2026-11-27T18:00`, some days later. */
function daysLater(local: string, days: number): string {
  const date = new Date(`${local}Z`);
  if (Number.isNaN(date.getTime())) return '';
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 16);
}

/** 'Fri, 27 November 2026 at 18:00' by the clocks of a zone. */
export function zonedText(moment: Date, zone: string): string {
  const options = {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: zone,
  } as const;
  const day = new Intl.DateTimeFormat('en-GB', options).format(moment);
  const clock = { hour: '2-digit', minute: '2-digit', timeZone: zone } as const;
  return `${day} at ${new Intl.DateTimeFormat('en-GB', clock).format(moment)}`;
}
