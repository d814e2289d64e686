import { setTimeout as pause } from 'node:timers/promises';

const MAX_TRIES = 20;

interface Response {
  status: number;
  /** The value of the Retry-After header, in seconds. */
  retryAfter: unknown;
  /** The code of the failure in the answer. */
  code: string | undefined;
}

/**
 * Repeats a request while the site answers 503 `unavailable` with Retry-After, as a well-behaved client does:
 * on a busy machine a pool connection or a lock may not be free in time. Any other 503 is returned.
 */
export async function retryWhileBusy<Result>(
  send: () => Promise<Result>,
  read: (result: Result) => Response | Promise<Response>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const result = await send();
    const { status, retryAfter, code } = await read(result);
    const seconds = Number(retryAfter ?? Number.NaN);
    const isBusy = status === 503 && code === 'unavailable' && Number.isFinite(seconds);
    if (!isBusy || tries === MAX_TRIES) return result;
    await pause(seconds * 1000);
  }
}
