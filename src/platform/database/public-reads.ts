import '../server-only.ts';
import type { Outcome } from '#base/failure.ts';
import type { Context } from '../runtime/context.ts';

/**
 * Runs work that reads only public data. The tags name the changes that would outdate its outcome; they decide whether
 * a replica of the database may serve it.
 */
export type RunPublicRead = <T>(
  tags: readonly string[],
  work: (context: Context) => Promise<Outcome<T>>,
) => Promise<Outcome<T>>;

export function runReadsOnPrimary(context: Context): RunPublicRead {
  return (_tags, work) => work(context);
}
