import type { PageMeta } from '#base/page-meta.ts';
import { urls } from '#urls.ts';
import { DocumentPage, documentMeta } from '../components/document-page.tsx';
import document from '../content/faq.md';

const path = urls.faq();

export function meta(): PageMeta {
  return documentMeta(document, path);
}

export function FaqPage() {
  return <DocumentPage document={document} path={path} />;
}
