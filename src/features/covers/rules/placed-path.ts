/**
 * A path scaled and moved to a place. Its commands are absolute; the result is relative to its beginning, so that the same
 * drawing at another place is the same text, which compression shortens to nothing. A letter's y axis points upwards, and
 * is turned by a negative `scaleY`.
 */
export function placedPath(
  path: string,
  left: number,
  top: number,
  scale: number,
  scaleY: number = scale,
): string {
  let isStart = true;
  let [x, y] = [0, 0];
  let [startX, startY] = [0, 0];
  return path.replaceAll(/([MLHVCSQAZ])([^MLHVCSQAZ]*)/g, (_, command: string, list: string) => {
    if (command === 'Z') {
      [x, y] = [startX, startY];
      return 'z';
    }
    const numbers = list
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const isFirst = isStart;
    isStart = false;
    const [fromX, fromY] = [x, y];
    const dx = (value: number) => round((value - (isFirst ? 0 : fromX)) * scale + (isFirst ? left : 0));
    const dy = (value: number) => round((value - (isFirst ? 0 : fromY)) * scaleY + (isFirst ? top : 0));
    if (command === 'H') {
      x = numbers[0] ?? x;
      return `h${dx(x)}`;
    }
    if (command === 'V') {
      y = numbers[0] ?? y;
      return `v${dy(y)}`;
    }
    [x = x, y = y] = numbers.slice(-2);
    if (command === 'M') [startX, startY] = [x, y];
    const placed = numbers.map((value, index) => {
      if (command !== 'A') return index % 2 === 0 ? dx(value) : dy(value);
      if (index < 2) return round(value * scale);
      return index < 5 ? value : index === 5 ? dx(value) : dy(value);
    });
    return (isFirst ? 'M' : command.toLowerCase()) + placed.join(' ');
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
