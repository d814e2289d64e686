import { lazy } from 'react';
import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { WritingPage } from '#features/chapters/parts/writing/writing-frame.tsx';
import { urls } from '#urls.ts';
import { StoryToExtend } from '../components/story-to-extend.tsx';
import type { ImportPageData } from './loaders.ts';

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
  const { story: slug } = useLoaderData() as ImportPageData;
  const title = slug === undefined ? 'Import stories' : 'Import from a file';
  return (
    <WritingPage title={title}>
      {(user) => (
        <StoryToExtend user={user} slug={slug} title={title}>
          {(story) => <ImportFiles key={slug} title={title} story={story} />}
        </StoryToExtend>
      )}
    </WritingPage>
  );
}
