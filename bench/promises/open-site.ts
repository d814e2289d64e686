import { tmpdir } from 'node:os';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { builtRenderer } from '#app/built-renderer.ts';
import type { PageRenderer } from '#app/render.ts';
import { createServer } from '#app/server.ts';
import { openRuntime } from '#app/site.ts';
import { loadSampleLibrary } from '#features/library/service.ts';
import type { Context } from '#platform/runtime/context.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { readConfig } from '#platform/settings/config.ts';
import { startTemplateDatabase } from '#tests/support/template-database.ts';

export interface OpenSite {
  app: FastifyInstance;
  context: Context;
  /** The pool of `context.db`. */
  pool: pg.Pool;
  renderer: PageRenderer;
}

type Work<Result> = (site: OpenSite) => Promise<Result>;

/** Does some work with the whole built site in this process, on a database of its own with the sample library. */
export async function withSite<Result>(work: Work<Result>): Promise<Result> {
  const template = await startTemplateDatabase();
  try {
    return await withSiteOn(template.connectionString, async (site) => {
      await loadSampleLibrary(site.context);
      return work(site);
    });
  } finally {
    await template.stop();
  }
}

/** The same on a database that exists. Nothing is limited, and nothing is answered from the cache. */
export async function withSiteOn<Result>(connectionString: string, work: Work<Result>): Promise<Result> {
  process.env.NODE_ENV = 'production';
  const read = readConfig({
    DATABASE_URL: connectionString,
    DATA_DIR: tmpdir(),
    SECRET: 'a secret of the measurements, kept by nobody',
    PUBLIC_URL: 'https://nightstand.test',
    RATE_LIMITS: 'off',
    ACCESS_TOKEN_SECONDS: '3600',
  });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const { context, close } = await openRuntime(read.config, createLogger({ level: 'error' }));
  const renderer = await builtRenderer(installedPath('dist'));
  const { app } = await createServer({ context, renderer, rateLimits: false, trustProxy: [], version: '0' });
  try {
    return await work({ app, context, pool: context.pool as unknown as pg.Pool, renderer });
  } finally {
    await app.close();
    await close();
  }
}
