// Intl is not used: the server's and the browser's locale data may differ, which would break hydration.
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

function partsOf(iso: string): { day: number; month: string; year: number } | undefined {
  const date = new Date(iso);
  const month = MONTHS[date.getUTCMonth()];
  return month === undefined ? undefined : { day: date.getUTCDate(), month, year: date.getUTCFullYear() };
}

/** '2026-08-12T22:10:00.000Z' is '12 August 2026', in UTC for every reader; empty when it is no date. */
export function formatDate(iso: string): string {
  const parts = partsOf(iso);
  return parts === undefined ? '' : `${parts.day} ${parts.month} ${parts.year}`;
}

/** '2025-03-23' is 'March 23, 2025', the form of legal pages. */
export function formatDateMonthFirst(iso: string): string {
  const parts = partsOf(iso);
  return parts === undefined ? '' : `${parts.month} ${parts.day}, ${parts.year}`;
}

/** 'today at 14:05', or '12 August 2026 at 14:05', by the reader's own clock; for text that only script shows. */
export function formatDayAndTime(iso: string, now = new Date()): string {
  const date = new Date(iso);
  const isToday = date.toDateString() === now.toDateString();
  const day = isToday ? 'today' : `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;
  return `${day} at ${timeOfDay(date)}`;
}

function timeOfDay(date: Date): string {
  const two = (figure: number) => String(figure).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/**
 * '14:05' today, '14:05 on 12 August 2026' on another day, by the reader's own clock. For text that only script shows,
 * because the server does not know that clock.
 */
export function formatMoment(iso: string, now = new Date()): string {
  const date = new Date(iso);
  const time = timeOfDay(date);
  if (date.toDateString() === now.toDateString()) return time;
  return `${time} on ${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;
}
