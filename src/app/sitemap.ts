import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '#base/text.ts';
import { listSitemapAuthors } from '#features/authors/service.ts';
import { feedUrls } from '#features/feeds/rules/feed-urls.ts';
import { listSitemapSeries } from '#features/series/service.ts';
import { listSitemapLists } from '#features/shelves/service/lists.ts';
import { listSitemapStories, sitemapStoryPages } from '#features/stories/service/stories.ts';
import { listSitemapTags } from '#features/tags/service/tags.ts';
import type { Context } from '#platform/runtime/context.ts';
import { fileUrls, urls } from '#urls.ts';
import { trainingRules } from './training-rules.ts';

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9';

interface Entry {
  path: string;
  changedAt?: Date;
}

const fixedPages: Entry[] = [
  urls.home(),
  urls.tags(),
  urls.authors(),
  urls.allStories(),
  urls.privacy(),
  urls.terms(),
  urls.guidelines(),
  urls.help(),
  urls.tools(),
  urls.warnings(),
  urls.contact(),
  urls.faq(),
  urls.takedownRequest(),
].map((path) => ({ path }));

/** robots.txt and the sitemap: an index, and parts of at most 10,000 addresses each. */
export function registerSitemap(app: FastifyInstance, context: Context): void {
  const { publicUrl, db } = context;

  app.get(fileUrls.robots(), (_request, reply) => {
    reply.type('text/plain; charset=utf-8');
    const training = trainingRules(context.settings.values.aiTraining);
    return `User-agent: *\nDisallow: /api/\nDisallow: ${urls.random()}\nDisallow: /feed/\nDisallow: ${feedUrls.catalogue()}\n${training}\nSitemap: ${publicUrl}${fileUrls.sitemap()}\n`;
  });

  app.get(fileUrls.sitemap(), async (_request, reply) => {
    const storyPages = await sitemapStoryPages(db);
    const parts = [
      fileUrls.sitemapPart('pages', 1),
      ...Array.from({ length: storyPages }, (_, index) => fileUrls.sitemapPart('stories', index + 1)),
      fileUrls.sitemapPart('series', 1),
      fileUrls.sitemapPart('lists', 1),
      fileUrls.sitemapPart('authors', 1),
      fileUrls.sitemapPart('tags', 1),
    ];
    reply.type('application/xml; charset=utf-8');
    return document(
      'sitemapindex',
      parts.map((path) => `<sitemap><loc>${escapeHtml(publicUrl + path)}</loc></sitemap>`),
    );
  });

  app.get<{ Params: { kind: string; page: string } }>(
    '/sitemap-:kind(pages|stories|series|lists|authors|tags)-:page(^\\d{1,6}).xml',
    async (request, reply) => {
      const page = Number(request.params.page);
      const entries = await entriesOf(context, request.params.kind, page);
      if (entries === undefined) return reply.callNotFound();
      reply.type('application/xml; charset=utf-8');
      return document(
        'urlset',
        entries.map((entry) => urlEntry(publicUrl, entry)),
      );
    },
  );
}

async function entriesOf({ db }: Context, kind: string, page: number): Promise<Entry[] | undefined> {
  if (kind === 'stories') {
    if (page < 1 || page > (await sitemapStoryPages(db))) return undefined;
    const stories = await listSitemapStories(db, page);
    return stories.map((story) => ({ path: urls.story(story.slug), changedAt: story.updated_at }));
  }
  if (page !== 1) return undefined;
  if (kind === 'authors')
    return (await listSitemapAuthors(db)).map((username) => ({ path: urls.author(username) }));
  if (kind === 'series')
    return (await listSitemapSeries(db)).map(({ slug, updated_at }) => ({
      path: urls.series(slug),
      changedAt: updated_at,
    }));
  if (kind === 'lists')
    return (await listSitemapLists(db)).map(({ slug, updated_at }) => ({
      path: urls.list(slug),
      changedAt: updated_at,
    }));
  if (kind === 'tags') return (await listSitemapTags(db)).map((name) => ({ path: urls.tag(name) }));
  return fixedPages;
}

function urlEntry(publicUrl: string, { path, changedAt }: Entry): string {
  const changed = changedAt === undefined ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`;
  return `<url><loc>${escapeHtml(publicUrl + path)}</loc>${changed}</url>`;
}

function document(root: 'sitemapindex' | 'urlset', entries: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${SITEMAP}">\n${entries.join('\n')}\n</${root}>\n`;
}
