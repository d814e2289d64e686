/**
 * Whether a request's path is the one that a page is found by. `/assets/../story/x` is the story and no file, so a rule for
 * the beginning of a path holds for resolved ones alone; browsers send no others.
 */
export function isResolvedPath(path: string): boolean {
  return URL.parse(path, 'https://site.invalid')?.pathname === path;
}

/** Whether a request's path is that of a file of the build, which needs neither database nor leave. */
export function isBuiltFile(path: string): boolean {
  return path.startsWith('/assets/') && isResolvedPath(path);
}
