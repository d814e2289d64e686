import { api } from '#app/api.ts';
import { builtRenderer } from '#app/built-renderer.ts';
import { answerPage } from '#app/register-pages.ts';
import type { PageVariant } from '#app/render.ts';
import { createServer } from '#app/server.ts';
import { DEFAULT_EXIT_URL } from '#base/discreet.ts';
import { DEFAULT_SITE_NAME } from '#base/site-name.ts';
import { loadSampleLibrary } from '#features/library/service.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createCleaner } from '#platform/html/html-cleaner-pool.ts';
import { inProcessApi } from '#platform/http/implemented-call.ts';
import { jobs } from '#platform/jobs/jobs.ts';
import type { Context } from '#platform/runtime/context.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { createSigner } from '#platform/security/secret.ts';
import { startTemplateDatabase } from '#tests/support/template-database.ts';
import { renderAgain } from './bare-render.ts';
import { type Measurement, median } from './promise.ts';
import { recordStatements, replay } from './record-statements.ts';

const RUNS = 600;
const PLAIN: PageVariant = {
  isDiscreet: false,
  announcements: [],
  own: { hidden: '', savedFilters: '' },
  site: {
    ...{ siteName: DEFAULT_SITE_NAME, accent: undefined },
    ...{ exitUrl: DEFAULT_EXIT_URL, remoteImages: 'click' },
  },
};
const PUBLIC_URL = 'https://nightstand.test';
const distribution = installedPath('dist');

async function time(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/**
 * Measures pages and answers that are rendered for each request against their bare cost: rendering and
 * statements.
 */
export async function measureRendering(): Promise<Measurement[]> {
  process.env.NODE_ENV = 'production';
  const template = await startTemplateDatabase();
  const log = createLogger({ level: 'error' });
  const database = openDatabase({ connectionString: template.connectionString, log });
  const cleaner = createCleaner();
  const context = {
    db: database.db,
    jobs,
    log,
    cleaner,
    signer: createSigner(Buffer.from('a secret of the measurements, kept by nobody')),
    publicUrl: PUBLIC_URL,
    ...PLAIN.site,
  } satisfies Partial<Context> as unknown as Context;
  const renderer = await builtRenderer(distribution);
  const { app } = await createServer({ context, renderer, rateLimits: false, trustProxy: [], version: '0' });
  const measurements: Measurement[] = [];
  try {
    await loadSampleLibrary(context);
    const pageContext = {
      context,
      renderer,
      callApi: inProcessApi(api, context),
      cache: undefined,
    };
    for (const path of ['/', '/story/the-left-side-of-the-bed', '/tag/slow%20burn']) {
      const renderPage = () => answerPage(pageContext, new URL(path, PUBLIC_URL), PLAIN);
      const statements = await recordStatements(database.pool, renderPage);
      const ratios: number[] = [];
      const times: number[][] = [[], [], []];
      for (let run = 0; run < RUNS; run++) {
        const page = await time(renderPage);
        const sql = await time(() => replay(database.pool, statements));
        const render = await time(renderAgain);
        if (run < RUNS / 5) continue;
        ratios.push(page / (sql + render));
        for (const [index, milliseconds] of [page, sql, render].entries()) times[index]?.push(milliseconds);
      }
      const [page = 0, sql = 0, render = 0] = times.map(median);
      measurements.push({
        name: `page rendered, ${path}: beside its bare rendering and its bare statements`,
        reached: median(ratios),
        limit: 1.5,
        better: 'less',
        detail: `${page.toFixed(1)} ms, of which ${sql.toFixed(1)} and ${render.toFixed(1)}`,
      });
    }
    for (const path of ['/api/frontpage?sort=new', '/api/authors', '/api/search/tags']) {
      const renderPage = () => app.inject(path);
      const statements = await recordStatements(database.pool, renderPage);
      const ratios: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        const [list, sql] = [await time(renderPage), await time(() => replay(database.pool, statements))];
        if (run >= RUNS / 5) ratios.push(list / sql);
      }
      measurements.push({
        name: `list uncached, ${path}: beside its bare statements through the same pool`,
        reached: median(ratios),
        limit: 2,
        better: 'less',
        detail: `${statements.length} statements`,
      });
    }
  } finally {
    await app.close();
    await cleaner.close();
    await database.close();
    await template.stop();
  }
  return measurements;
}
