/**
 * The new order of a series together with its stories in the trash, so that a restored one is where it was: behind the
 * same number of the stories that stay. One that was the first stays before them.
 */
export function orderWithTrash(
  before: readonly { id: number; isTrashed: boolean }[],
  next: readonly number[],
): number[] {
  const known = new Set(before.map(({ id }) => id));
  const staying = next.filter((id) => known.has(id));
  const isStaying = new Set(staying);
  const trashedBehind = new Map<number, number[]>();
  let passed = 0;
  for (const { id, isTrashed } of before) {
    if (isStaying.has(id)) passed += 1;
    else if (isTrashed) trashedBehind.set(passed, [...(trashedBehind.get(passed) ?? []), id]);
  }
  const inFront = trashedBehind.get(0) ?? [];
  if (staying.length === 0) return [...next, ...inFront];
  let count = 0;
  return next.flatMap((id) => {
    if (!isStaying.has(id)) return [id];
    count += 1;
    return [...(count === 1 ? inFront : []), id, ...(trashedBehind.get(count) ?? [])];
  });
}
