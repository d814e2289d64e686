import '../server-only.ts';

/**
 * A reason not to start that the operator can act on: the main program prints the one-line message and exits with 1.
 */
export class StartError extends Error {
  override name = 'StartError';

  constructor(message: string, options?: ErrorOptions) {
    super(message.replace(/\s+/g, ' ').trim(), options);
  }
}

/** The short reason of a failed system call ("EACCES: permission denied"), for the end of a one-line message. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, ' ').trim().slice(0, 300);
}

/** The code of a failed system call or of a PostgreSQL error, if it has one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
