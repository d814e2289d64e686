import type { PageMeta } from '#base/page-meta.ts';
import { urls } from '#urls.ts';
import { DocumentPage, documentMeta } from '../components/document-page.tsx';
import document from '../content/help.md';

const path = urls.help();

export function meta(): PageMeta {
  return documentMeta(document, path);
}

export function HelpPage() {
  return <DocumentPage document={document} path={path} />;
}
