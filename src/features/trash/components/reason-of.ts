import { isApiError } from '#base/failure.ts';

/** The server’s reason for a failure, or a sentence of our own. */
export function reasonOf(problem: unknown, otherwise: string): string {
  return isApiError(problem) && problem.message !== '' ? problem.message : otherwise;
}
