import { lazy } from 'react';
import type { PageMeta } from '#base/page-meta.ts';
import {
  WritingFrame,
  WritingPage,
  WritingSkeleton,
} from '#features/chapters/parts/writing/writing-frame.tsx';
import { OwnPenNames } from '#features/pen-names/parts/own-pen-names.tsx';
import { urls } from '#urls.ts';

const CreateStoryForm = lazy(async () => ({
  default: (await import('../components/create-story-form.tsx')).CreateStoryForm,
}));

const TITLE = 'New story';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: 'Write a story: a title, a first chapter, and the tags that readers find it by.',
    canonical: urls.createStory(),
    isHidden: true,
  };
}

export function CreateStoryPage() {
  return (
    <WritingPage title={TITLE} reason="new-story">
      {(user) => (
        <OwnPenNames
          user={user}
          waiting={<WritingSkeleton title={TITLE} />}
          failed={(notice) => <WritingFrame title={TITLE}>{notice}</WritingFrame>}
        >
          {(penNames) => <CreateStoryForm user={user} penNames={penNames} />}
        </OwnPenNames>
      )}
    </WritingPage>
  );
}
