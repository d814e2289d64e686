import { contentWarnings } from '#features/labels/contract/warnings.ts';
import { rightsInWords } from '#features/labels/rules/rights.ts';
import { withQuery } from '#urls.ts';
import type { Feed, FeedAuthor, FeedEntry } from '../rules/feed.ts';

/** A feed as JSON Feed 1.1; undefined values are left out of the text. */
export function writeJsonFeed(feed: Feed, publicUrl: string): string {
  const address = (query: Record<string, string>) => publicUrl + withQuery(`${feed.path}.json`, query);
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: publicUrl + feed.page,
    feed_url: address(feed.query),
    description: feed.synopsis === '' ? undefined : feed.synopsis,
    next_url: feed.next && address(feed.next),
    favicon: `${publicUrl}/favicon.svg`,
    authors: feed.author && [authorOf(feed.author, publicUrl)],
    language: feed.language ?? undefined,
    items: feed.entries.map((entry) => itemOf(entry, publicUrl)),
  });
}

function itemOf(entry: FeedEntry, publicUrl: string) {
  const { html, synopsis, title } = entry;
  return {
    id: entry.id,
    url: publicUrl + entry.page,
    title,
    ...(html === undefined ? { content_text: synopsis === '' ? title : synopsis } : { content_html: html }),
    summary: synopsis === '' ? undefined : synopsis,
    image: publicUrl + entry.cover,
    date_published: entry.published.toISOString(),
    date_modified: entry.updated.toISOString(),
    authors: [authorOf(entry.author, publicUrl)],
    tags: [...entry.tags, ...entry.warnings.map((name) => `Content warning: ${contentWarnings[name]}`)],
    language: entry.language ?? undefined,
    _nightstand: {
      rights: rightsInWords(entry.author.name, entry.licence),
      licence: entry.licence,
      warnings: entry.warnings,
    },
  };
}

function authorOf({ name, page }: FeedAuthor, publicUrl: string) {
  return { name, url: page === undefined ? undefined : publicUrl + page };
}
