/** 3 to 30 of ASCII letters, digits, _ and -: what can be said aloud and can't be mistaken for another. */
export function isUsername(text: string): boolean {
  return /^[A-Za-z0-9_-]{3,30}$/.test(text);
}
