import '../server-only.ts';

interface RouteTime {
  route: string;
  count: number;
  p50Milliseconds: number;
  p95Milliseconds: number;
}

/** How long the routes of this process took since its start. Routes are patterns, so nothing leads to a person. */
export interface RouteTimes {
  readonly since: Date;
  record(route: string, milliseconds: number): void;
  /** Those with the highest 95th percentile, the slowest first. */
  slowest(limit: number): RouteTime[];
}

// Each bucket ends a fifth later than the one before it, from 0.25 ms to over an hour: 100 numbers for each route.
const FIRST_MILLISECONDS = 0.25;
const FACTOR = 1.2;
const BUCKETS = 100;

export function createRouteTimes(): RouteTimes {
  const counts = new Map<string, Uint32Array>();
  return {
    since: new Date(),
    record(route, milliseconds) {
      let buckets = counts.get(route);
      if (buckets === undefined) {
        buckets = new Uint32Array(BUCKETS);
        counts.set(route, buckets);
      }
      const bucket = bucketOf(milliseconds);
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    },
    slowest: (limit) =>
      [...counts]
        .map(([route, buckets]) => ({
          route,
          count: buckets.reduce((sum, count) => sum + count, 0),
          p50Milliseconds: percentile(buckets, 0.5),
          p95Milliseconds: percentile(buckets, 0.95),
        }))
        .sort((a, b) => b.p95Milliseconds - a.p95Milliseconds || b.count - a.count)
        .slice(0, limit),
  };
}

/** The route of a request by its pattern. All pages count as one, because they have no route of their own. */
export function routeOf(pattern: string | undefined): string {
  return pattern ?? 'page';
}

function bucketOf(milliseconds: number): number {
  if (milliseconds <= FIRST_MILLISECONDS) return 0;
  const steps = Math.ceil(Math.log(milliseconds / FIRST_MILLISECONDS) / Math.log(FACTOR));
  return Math.min(BUCKETS - 1, steps);
}

/** The end of the bucket with that share of the requests: never less than the truth, and at most a fifth more. */
function percentile(buckets: Uint32Array, share: number): number {
  const rank = Math.ceil(buckets.reduce((sum, count) => sum + count, 0) * share);
  let seen = 0;
  for (const [bucket, count] of buckets.entries()) {
    seen += count;
    if (seen >= rank) return FIRST_MILLISECONDS * FACTOR ** bucket;
  }
  return 0;
}
