import { lazy } from 'react';
import type { PageMeta } from '#base/page-meta.ts';
import { WritingPage } from '#features/chapters/parts/writing/writing-frame.tsx';
import { urls } from '#urls.ts';

const CreateStoryForm = lazy(async () => ({
  default: (await import('../components/create-story-form.tsx')).CreateStoryForm,
}));

export function meta(): PageMeta {
  return {
    title: 'New story',
    description: 'Write a story: a title, a first chapter, and the tags that readers find it by.',
    canonical: urls.createStory(),
    isHidden: true,
  };
}

export function CreateStoryPage() {
  return (
    <WritingPage title="New story" reason="new-story">
      {(user) => <CreateStoryForm user={user} />}
    </WritingPage>
  );
}
