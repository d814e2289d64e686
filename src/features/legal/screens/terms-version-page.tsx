import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { urls } from '#urls.ts';
import { DocumentPage } from '../components/document-page.tsx';
import { periodInWords } from '../components/period-in-words.ts';
import { slotsForSite } from '../components/site-slots.tsx';
import document from '../content/terms.md';
import type { TermsVersionData } from './loaders.ts';

export function meta({ terms }: TermsVersionData): PageMeta {
  return {
    title: `${document.title}, an earlier version`,
    description: `The terms of service as they were. ${periodInWords(terms)}.`,
    canonical: urls.termsVersions(terms.version),
    // The version in force is the one to be found.
    isHidden: true,
  };
}

/** One version of the terms: an operator's own text, or the text that comes with the site. */
export function TermsVersionPage() {
  const { site, terms } = useLoaderData() as TermsVersionData;
  const { content, from, version } = terms;
  return (
    <DocumentPage
      document={document}
      path={urls.termsVersions(version)}
      own={content === null ? null : { content, changed_at: from }}
      slots={slotsForSite(site)}
      note={
        <>
          {periodInWords(terms)}. <a href={urls.terms()}>The terms in force</a> ·{' '}
          <a href={urls.termsVersions()}>All versions</a>
        </>
      }
    />
  );
}
