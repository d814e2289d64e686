import type { FastifyInstance } from 'fastify';
import { siteName } from '#base/site-name.ts';
import { escapeHtml } from '#base/text.ts';
import { fileUrls, urls } from '#urls.ts';

/** OpenSearch 1.1: lets a browser offer the site's search in its address bar. */
export function registerOpenSearch(app: FastifyInstance, publicUrl: string): void {
  const answer = () => `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escapeHtml(siteName())}</ShortName>
<Description>Stories and authors on ${escapeHtml(siteName())}</Description>
<InputEncoding>UTF-8</InputEncoding>
<AdultContent>true</AdultContent>
<Image width="16" height="16" type="image/svg+xml">${escapeHtml(publicUrl)}/favicon.svg</Image>
<Url type="text/html" template="${escapeHtml(`${publicUrl}${urls.search()}?q={searchTerms}`)}"/>
</OpenSearchDescription>
`;
  app.get(fileUrls.openSearch(), (_request, reply) => {
    reply.type('application/opensearchdescription+xml; charset=utf-8');
    reply.header('cache-control', 'public, max-age=3600');
    return answer();
  });
}
