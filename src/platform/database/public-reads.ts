import '../server-only.ts';
import type { Outcome } from '#base/failure.ts';
import type { Services } from '../runtime/services.ts';

/**
 * Does work that only reads, and only what everybody may see. The tags are what would make its outcome outdated: by
 * them it is known whether a copy of the database will do.
 */
export type PublicReads = <T>(
  tags: readonly string[],
  work: (services: Services) => Promise<Outcome<T>>,
) => Promise<Outcome<T>>;

export function readsOnPrimary(services: Services): PublicReads {
  return (_tags, work) => work(services);
}
