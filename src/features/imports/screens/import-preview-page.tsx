import { lazy } from 'react';
import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import {
  WritingFrame,
  WritingPage,
  WritingSkeleton,
} from '#features/chapters/parts/writing/writing-frame.tsx';
import { OwnPenNames } from '#features/pen-names/parts/own-pen-names.tsx';
import { urls } from '#urls.ts';

type Address = { id: string };

const OwnImport = lazy(async () => ({
  default: (await import('../components/own-import.tsx')).OwnImport,
}));

const TITLE = 'Your import';
const BACK = { href: urls.import(), label: 'Other files' };

export function meta({ id }: Address): PageMeta {
  return {
    title: TITLE,
    description: 'See what was found in your files, and choose what becomes a story.',
    canonical: urls.importPreview(id),
    isHidden: true,
  };
}

export function ImportPreviewPage() {
  const { id } = useLoaderData() as Address;
  return (
    <WritingPage title={TITLE} back={BACK}>
      {(user) => (
        <OwnPenNames
          user={user}
          waiting={<WritingSkeleton title={TITLE} back={BACK} />}
          failed={(notice) => (
            <WritingFrame title={TITLE} back={BACK}>
              {notice}
            </WritingFrame>
          )}
        >
          {(penNames) => <OwnImport key={id} id={id} penNames={penNames} />}
        </OwnPenNames>
      )}
    </WritingPage>
  );
}
