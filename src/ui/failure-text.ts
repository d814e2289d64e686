import { isApiError, serverReason, withReason } from '#base/failure.ts';

/** Reports an error of an action that is no failed call: it is a bug of ours, so it belongs in the console as well. */
export function reportBug(error: unknown): void {
  if (!isApiError(error)) reportError(error);
}

/** The text for an action that failed: the server's reason, or `otherwise` if it gave none. Reports bugs. */
export function failureText(error: unknown, otherwise: string): string {
  reportBug(error);
  return serverReason(error) ?? otherwise;
}

/** The same for a place that tells what failed as well: “Failed to save: the server’s reason”. Reports bugs. */
export function failureSentence(error: unknown, sentence: string): string {
  reportBug(error);
  return withReason(sentence, error);
}
