import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { urls } from '#urls.ts';
import { DocumentPage, documentMeta } from '../components/document-page.tsx';
import { LateAcceptance } from '../components/late-acceptance.tsx';
import { slotsForSite } from '../components/site-slots.tsx';
import document from '../content/terms.md';
import { SHIPPED_TERMS } from '../contract/terms.ts';
import type { SitePageData } from './loaders.ts';

const path = urls.terms();

export function meta(): PageMeta {
  return documentMeta(document, path);
}

export function TermsPage() {
  const { site, own } = useLoaderData() as SitePageData;
  return (
    <>
      <DocumentPage
        document={document}
        path={path}
        own={own}
        slots={slotsForSite(site)}
        note={<a href={urls.termsVersions()}>All versions of these terms</a>}
      />
      <LateAcceptance version={own === null ? SHIPPED_TERMS : String(own.revision)} />
    </>
  );
}
