/** The monogram of a pen name: the first letter or digit of the name that readers see. */
export function plateOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '·').toUpperCase();
}
