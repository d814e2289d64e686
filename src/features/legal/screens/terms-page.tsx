import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { urls } from '#urls.ts';
import { DocumentPage, documentMeta } from '../components/document-page.tsx';
import { slotsForSite } from '../components/site-slots.tsx';
import document from '../content/terms.md';
import type { SitePageData } from './loaders.ts';

const path = urls.terms();

export function meta(): PageMeta {
  return documentMeta(document, path);
}

export function TermsPage() {
  const { site, own } = useLoaderData() as SitePageData;
  return <DocumentPage document={document} path={path} own={own} slots={slotsForSite(site)} />;
}
