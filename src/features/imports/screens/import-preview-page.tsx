import { lazy } from 'react';
import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { WritingPage } from '#features/chapters/parts/writing/writing-frame.tsx';
import { urls } from '#urls.ts';

type Address = { id: string };

const OwnImport = lazy(async () => ({
  default: (await import('../components/own-import.tsx')).OwnImport,
}));

export function meta({ id }: Address): PageMeta {
  return {
    title: 'Your import',
    description: 'See what was found in your files, and choose what becomes a story.',
    canonical: urls.importPreview(id),
    isHidden: true,
  };
}

export function ImportPreviewPage() {
  const { id } = useLoaderData() as Address;
  return (
    <WritingPage title="Your import" back={{ href: urls.import(), label: 'Other files' }}>
      {() => <OwnImport key={id} id={id} />}
    </WritingPage>
  );
}
