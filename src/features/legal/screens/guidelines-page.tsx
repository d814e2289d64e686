import type { PageMeta } from '#base/page-meta.ts';
import { urls } from '#urls.ts';
import { DocumentPage, documentMeta } from '../components/document-page.tsx';
import document from '../content/guidelines.md';

const path = urls.guidelines();

export function meta(): PageMeta {
  return documentMeta(document, path);
}

export function GuidelinesPage() {
  return <DocumentPage document={document} path={path} />;
}
