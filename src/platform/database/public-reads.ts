import '../server-only.ts';
import type { Outcome } from '#base/failure.ts';
import type { Services } from '../runtime/services.ts';

/**
 * Runs work that reads only public data. The tags name the changes that would outdate its outcome; they decide whether
 * a replica of the database may serve it.
 */
export type PublicReads = <T>(
  tags: readonly string[],
  work: (services: Services) => Promise<Outcome<T>>,
) => Promise<Outcome<T>>;

export function readsOnPrimary(services: Services): PublicReads {
  return (_tags, work) => work(services);
}
