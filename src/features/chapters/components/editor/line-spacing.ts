/** `other` is a line that programs never separate by empty lines: a heading or a list item. */
export type LineKind = 'text' | 'empty' | 'break' | 'other';

/**
 * Decides for each line of a pasted text whether it stays. Single empty lines between most paragraphs are the other
 * program's paragraph spacing, and go. Other empty lines are the author's, and each run of them stays as one.
 */
export function findNeededLines(lines: readonly LineKind[]): boolean[] {
  const isEmpty = (at: number) => lines[at] === 'empty';
  const filled = lines.flatMap((_, at) => (isEmpty(at) ? [] : [at]));
  const first = filled[0] ?? lines.length;
  const last = filled.at(-1) ?? -1;
  const joints = filled.filter(
    (at, index) => lines[at] === 'text' && lines[filled[index - 1] ?? -1] === 'text',
  );
  const isSpacing = joints.filter((at) => isEmpty(at - 1)).length * 2 > joints.length;
  return lines.map((kind, at) => {
    if (kind !== 'empty') return true;
    const isFirst = !isEmpty(at - 1);
    const isOnly = isFirst && !isEmpty(at + 1);
    let end = at;
    while (isEmpty(end)) end++;
    const isBesideBreak = lines[at - 1] === 'break' || lines[end] === 'break';
    return at > first && at < last && isFirst && !isBesideBreak && !(isSpacing && isOnly);
  });
}
