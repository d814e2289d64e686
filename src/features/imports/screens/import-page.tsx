import { lazy } from 'react';
import type { PageMeta } from '#base/page-meta.ts';
import { WritingPage } from '#features/chapters/parts/writing/writing-frame.tsx';
import { urls } from '#urls.ts';

const ImportFiles = lazy(async () => ({
  default: (await import('../components/import-files.tsx')).ImportFiles,
}));

export function meta(): PageMeta {
  return {
    title: 'Import stories',
    description: 'Bring stories from your files: Word, EPUB, Markdown, HTML, plain text, or an export.',
    canonical: urls.import(),
    isHidden: true,
  };
}

export function ImportPage() {
  return <WritingPage title="Import stories">{() => <ImportFiles />}</WritingPage>;
}
