import { diffArrays, diffWordsWithSpace } from 'diff';

export type PieceKind = 'same' | 'added' | 'removed';
export interface Piece {
  kind: PieceKind;
  text: string;
}
/** A line of a text, in pieces; both texts' where they differ. */
export type DifferenceLine = Piece[];

/** Two texts that have little in common are not worth more: they are then shown one after the other. */
const PATIENCE_MILLISECONDS = 400;

/** What makes one text the other, line by line, and word by word in lines that differ. */
export function textDifference(before: readonly string[], after: readonly string[]): DifferenceLine[] {
  const parts = diffArrays([...before], [...after], { timeout: PATIENCE_MILLISECONDS });
  if (parts === undefined) return wholly(before, after);
  const lines: DifferenceLine[] = [];
  for (let at = 0; at < parts.length; at++) {
    const { value, removed, added } = parts[at] ?? { value: [] };
    const next = parts[at + 1];
    if (removed && next?.added) {
      lines.push(...changedLines(value, next.value));
      at++;
    } else {
      const kind = removed ? 'removed' : added ? 'added' : 'same';
      lines.push(...value.map((text): DifferenceLine => [{ kind, text }]));
    }
  }
  return lines;
}

/** Lines that stand for each other, compared word by word. */
function changedLines(before: string[], after: string[]): DifferenceLine[] {
  const words = diffWordsWithSpace(before.join('\n'), after.join('\n'), { timeout: PATIENCE_MILLISECONDS });
  if (words === undefined) return wholly(before, after);
  const lines: DifferenceLine[] = [[]];
  for (const { value, removed, added } of words) {
    const kind = removed ? 'removed' : added ? 'added' : 'same';
    for (const [at, text] of value.split('\n').entries()) {
      if (at > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ kind, text });
    }
  }
  return lines.filter((line) => line.length > 0);
}

function wholly(before: readonly string[], after: readonly string[]): DifferenceLine[] {
  return [
    ...before.map((text): DifferenceLine => [{ kind: 'removed', text }]),
    ...after.map((text): DifferenceLine => [{ kind: 'added', text }]),
  ];
}

/** Runs of lines that are the same, beyond those around a change, as their number. */
export function shortened(lines: readonly DifferenceLine[], around = 1): (DifferenceLine | number)[] {
  const isSame = (line: DifferenceLine | undefined) => line?.every((piece) => piece.kind === 'same') ?? true;
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some((line) => !isSame(line)),
  );
  const result: (DifferenceLine | number)[] = [];
  for (const [at, line] of lines.entries()) {
    const last = result.at(-1);
    if (isNear[at]) result.push(line);
    else if (typeof last === 'number') result[result.length - 1] = last + 1;
    else result.push(1);
  }
  return result;
}
