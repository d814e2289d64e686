import type { PageMeta } from '#base/page-meta.ts';
import { urls } from '#urls.ts';
import { DocumentPage, documentMeta } from '../components/document-page.tsx';
import document from '../content/tools.md';

const path = urls.tools();

export function meta(): PageMeta {
  return documentMeta(document, path);
}

export function ToolsPage() {
  return <DocumentPage document={document} path={path} />;
}
