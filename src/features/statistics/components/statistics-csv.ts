import type { DataOf } from '#base/contract.ts';
import type { storyStatistics } from '../contract.ts';

export type Statistics = DataOf<typeof storyStatistics>;

type Cell = string | number | null;

/** A spreadsheet runs what begins like a formula, so such a title gets an apostrophe. */
function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const rowText = (cells: Cell[]) => `${cells.map(cellText).join(',')}\r\n`;

/** Periods and then chapters as CSV (RFC 4180); a hidden count is an empty cell. */
export function statisticsCsv({ unit, periods, chapters }: Statistics): string {
  return [
    [unit, 'views', 'visits', 'completed reads', 'bookmarks'],
    ...periods.map((period) => [
      period.start,
      period.views,
      period.visits,
      period.completed_reads,
      period.bookmarks,
    ]),
    [],
    ['chapter', 'started', 'completed'],
    ...chapters.map((chapter) => [chapter.title, chapter.started, chapter.completed]),
  ]
    .map(rowText)
    .join('');
}
