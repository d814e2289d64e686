import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { urls } from '#urls.ts';
import { DocumentPage, documentMeta } from '../components/document-page.tsx';
import document from '../content/guidelines.md';
import type { OwnText } from '../contract/site.ts';

const path = urls.guidelines();

export function meta(): PageMeta {
  return documentMeta(document, path);
}

export function GuidelinesPage() {
  const { own } = useLoaderData() as { own: OwnText };
  return <DocumentPage document={document} path={path} own={own} />;
}
