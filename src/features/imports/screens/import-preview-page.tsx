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
import { StoryToExtend } from '../components/story-to-extend.tsx';
import { importAddress } from '../rules/addresses.ts';
import type { ImportPreviewPageData } from './loaders.ts';

const OwnImport = lazy(async () => ({
  default: (await import('../components/own-import.tsx')).OwnImport,
}));

const TITLE = 'Your import';

export function meta({ id }: ImportPreviewPageData): PageMeta {
  return {
    title: TITLE,
    description: 'See what was found in your files, and choose what becomes a story.',
    canonical: urls.importPreview(id),
    isHidden: true,
  };
}

export function ImportPreviewPage() {
  const { id, story: slug } = useLoaderData() as ImportPreviewPageData;
  const back = { href: importAddress(slug), label: 'Other files' };
  return (
    <WritingPage title={TITLE} back={back}>
      {(user) => (
        <StoryToExtend user={user} slug={slug} title={TITLE}>
          {(story) => (
            <OwnPenNames
              user={user}
              waiting={<WritingSkeleton title={TITLE} back={back} />}
              failed={(notice) => (
                <WritingFrame title={TITLE} back={back}>
                  {notice}
                </WritingFrame>
              )}
            >
              {(penNames) => <OwnImport key={`${id} ${slug}`} id={id} penNames={penNames} story={story} />}
            </OwnPenNames>
          )}
        </StoryToExtend>
      )}
    </WritingPage>
  );
}
