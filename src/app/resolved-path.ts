/**
 * Whether a request's path is the one that a page is found by. `/assets/../story/x` is the story and no file, so a rule for
 * the beginning of a path holds for resolved ones alone; browsers send no others.
 */
export function isResolvedPath(path: string): boolean {
  return URL.parse(path, 'https://site.invalid')?.pathname === path;
}
