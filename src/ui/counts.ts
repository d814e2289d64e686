/** Thousands with K and millions with M, to one decimal; rounded up to 1,000K it is 1M. */
export function abbreviateCount(count: number): string {
  if (count < 1000) return String(count);
  const thousands = Math.round(count / 100) / 10;
  if (thousands < 1000) return `${thousands}K`;
  return `${Math.round(count / 100_000) / 10}M`;
}
