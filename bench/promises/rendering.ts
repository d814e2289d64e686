import { api } from '#app/api.ts';
import { answerPage } from '#app/register-pages.ts';
import type { PageVariant } from '#app/render.ts';
import { inProcessApi } from '#platform/http/implemented-call.ts';
import { compareAlternately } from './alternately.ts';
import { renderAgain } from './bare-render.ts';
import { withSite } from './open-site.ts';
import type { Measurement } from './promise.ts';
import { recordStatements, replay } from './record-statements.ts';

const ROUNDS = 600;
const LIMIT = 1.2;
const PATHS = ['/', '/story/the-left-side-of-the-bed', '/tag/slow%20burn'];

/** Measures pages that are rendered for each request against their bare cost: rendering and statements. */
export const measureRendering = (): Promise<Measurement[]> =>
  withSite(async ({ context, pool, renderer }) => {
    const { exitUrl, siteName, accent } = context.settings.values;
    const plain: PageVariant = {
      isDiscreet: false,
      announcements: [],
      own: { hidden: '', savedFilters: '' },
      site: { siteName, accent, exitUrl, remoteImages: context.remoteImages },
    };
    const pageContext = { context, renderer, callApi: inProcessApi(api, context), cache: undefined };
    const measurements: Measurement[] = [];
    for (const path of PATHS) {
      const renderPage = () => answerPage(pageContext, new URL(path, context.publicUrl), plain);
      const statements = await recordStatements(pool, renderPage);
      const { ratio, detail } = await compareAlternately(ROUNDS, renderPage, async () => {
        await replay(pool, statements);
        renderAgain();
      });
      measurements.push({
        name: `page rendered, ${path}: beside its bare rendering and its bare statements`,
        ...{ reached: ratio, limit: LIMIT, better: 'less', detail },
      });
    }
    return measurements;
  });
