import '../server-only.ts';
import cluster from 'node:cluster';
import type { FastifyInstance } from 'fastify';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { FastPath } from '../http/fast-path.ts';
import type { ResponseCache } from '../http/response-cache.ts';
import type { PublishingLimits } from '../rate-limits/publishing-limits.ts';
import type { SignUpChecks } from '../rate-limits/sign-up-checks.ts';
import type { PoolState } from '../runtime/context.ts';
import type { AgeAssurance } from '../settings/age.ts';
import { routeOf } from './route-times.ts';

/** The metrics of one web process. Labels are patterns and statuses, never an address, a name or user text. */
export interface WebMetrics {
  /** Counts the requests of a server from the next one on. */
  watch(app: FastifyInstance, sources: WebSources): void;
  /** The metrics in Prometheus's format. */
  text(): Promise<string>;
}

interface WebSources {
  pool: PoolState;
  cache: ResponseCache | undefined;
  fastPath: FastPath | undefined;
  publishing: PublishingLimits;
  signUps: SignUpChecks;
  age: Pick<AgeAssurance, 'counts'> | undefined;
}

/** Buckets from a cached page to one that waited for the database until it timed out. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']);

export function createWebMetrics(): WebMetrics {
  const registry = new Registry();
  // With several processes the parent collects these and adds them up; the constructor starts listening.
  if (cluster.isWorker) new AggregatorRegistry();
  AggregatorRegistry.setRegistries([registry]);
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  let sources: WebSources | undefined;
  const counted = { 200: 0, 304: 0 };
  const requests = new Counter({
    name: 'nightstand_requests_total',
    help: 'Requests answered; the route “kept” counts cached responses sent by the fast path.',
    labelNames: ['route', 'method', 'status'],
    registers,
    // The fast path counts in a plain object; its counts are added on collection.
    collect() {
      for (const status of [200, 304] as const) {
        const given = sources?.fastPath?.answered[status] ?? 0;
        if (given > counted[status])
          this.inc({ route: 'kept', method: 'GET', status }, given - counted[status]);
        counted[status] = given;
      }
    },
  });
  const seconds = new Histogram({
    name: 'nightstand_request_seconds',
    help: 'How long requests took, without those of the fast path.',
    labelNames: ['route'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  });
  addGauges(registers, () => sources);

  return {
    watch(app, given) {
      app.addHook('onResponse', async (request, reply) => {
        const route = routeOf(request.routeOptions.url);
        const method = METHODS.has(request.method) ? request.method : 'other';
        requests.inc({ route, method, status: reply.statusCode });
        seconds.observe({ route }, reply.elapsedTime / 1000);
      });
      sources = given;
    },
    text: () => registry.metrics(),
  };
}

function addGauges(registers: Registry[], sources: () => WebSources | undefined): void {
  new Gauge({
    name: 'nightstand_pool_connections',
    help: 'Database connections, and requests waiting for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount = 0, idleCount = 0, waitingCount = 0 } = sources()?.pool ?? {};
      this.set({ state: 'used' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waited_for' }, waitingCount);
    },
  });
  new Gauge({
    name: 'nightstand_cache_bytes',
    help: 'Memory used by the response cache.',
    registers,
    collect() {
      this.set(sources()?.cache?.counts().bytes ?? 0);
    },
  });
  new Counter({
    name: 'nightstand_publications_refused_total',
    help: 'Stories and chapters refused because an account had used up its daily quota, by kind of account.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(sources()?.publishing.refused ?? {}))
        this.inc({ reason }, count);
    },
  });
  new Counter({
    name: 'nightstand_sign_ups_refused_total',
    help: 'Forms for signing up that a program filled in: its hidden field had text, or it was sent at once.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(sources()?.signUps.refused ?? {}))
        this.inc({ reason }, count);
    },
  });
  new Counter({
    name: 'nightstand_age_checks_total',
    help: 'Proofs of age that visitors began, and answers of their apps.',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(sources()?.age?.counts ?? {})) this.inc({ result }, count);
    },
  });
  new Counter({
    name: 'nightstand_cache_answers_total',
    help: 'Responses found in the cache, and responses rendered; requests of the route “kept” are not included.',
    labelNames: ['from'],
    registers,
    collect() {
      const { hits = 0, misses = 0 } = sources()?.cache?.counts() ?? {};
      this.reset();
      this.inc({ from: 'cache' }, hits);
      this.inc({ from: 'making' }, misses);
    },
  });
}
