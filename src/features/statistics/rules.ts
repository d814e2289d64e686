import { DAY_MILLISECONDS } from '#base/durations.ts';
import { MAX_DAYS_BY_DAY, MAX_DAYS_BY_WEEK, MIN_GROUP_SIZE, type StatisticsUnit } from './contract.ts';

/** '2026-11-21' for a time on that day, in UTC. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The number of days from one to another, both included. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS) + 1;
}

/** The day a number of days before another. */
export function daysBefore(day: string, days: number): string {
  return dayOf(Date.parse(day) - days * DAY_MILLISECONDS);
}

/** The count of a group; null for one so small that its readers might be recognised. */
export function shownCount(count: number): number | null {
  return count < MIN_GROUP_SIZE ? null : count;
}

/**
 * The parts of a shown total. What is left when the shown ones are subtracted is a group, too: while it is smaller than that, the
 * smallest shown part is hidden with it.
 */
export function shownParts(counts: readonly number[], total: number): (number | null)[] {
  const parts = counts.map(shownCount);
  let rest = parts.reduce<number>((left, part) => left - (part ?? 0), total);
  while (rest !== 0 && rest < MIN_GROUP_SIZE) {
    const smallest = Math.min(...parts.filter((part) => part !== null));
    const at = parts.lastIndexOf(smallest);
    if (at < 0) break;
    parts[at] = null;
    rest += smallest;
  }
  return parts;
}

export function unitFor(from: string, to: string): StatisticsUnit {
  const days = countDays(from, to);
  if (days <= MAX_DAYS_BY_DAY) return 'day';
  return days <= MAX_DAYS_BY_WEEK ? 'week' : 'month';
}

/** The first day of the period that a day belongs to: itself, its Monday, or the first of its month. */
export function periodStart(day: string, unit: StatisticsUnit): string {
  if (unit === 'day') return day;
  if (unit === 'month') return `${day.slice(0, 7)}-01`;
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  return daysBefore(day, weekday);
}

/** The first days of all periods from one day to another. */
export function periodStarts(from: string, to: string, unit: StatisticsUnit): string[] {
  const starts: string[] = [];
  for (let start = periodStart(from, unit); start <= to; start = nextStart(start, unit)) starts.push(start);
  return starts;
}

function nextStart(start: string, unit: StatisticsUnit): string {
  if (unit === 'month') return periodStart(daysBefore(start, -31), 'month');
  return daysBefore(start, unit === 'week' ? -7 : -1);
}
