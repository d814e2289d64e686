/** The times at which this tab changed a cover, by the address of its story or series. */
const changes = new Map<string, number>();

/** Has pages show the new cover: a browser keeps a picture of an address for as long as the document is there. */
export function markCoverChanged(of: string): void {
  changes.set(of, Date.now());
}

/** The address of a cover, another one after each change. */
export function coverAddress(of: string): string {
  const changedAt = changes.get(of);
  return `${of}/cover.svg${changedAt === undefined ? '' : `?changed=${changedAt}`}`;
}
