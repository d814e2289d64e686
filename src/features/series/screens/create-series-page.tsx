import { lazy } from 'react';
import type { PageMeta } from '#base/page-meta.ts';
import {
  WritingFrame,
  WritingPage,
  WritingSkeleton,
} from '#features/chapters/parts/writing/writing-frame.tsx';
import { OwnPenNames } from '#features/pen-names/parts/own-pen-names.tsx';
import { urls } from '#urls.ts';

const SeriesForm = lazy(async () => ({
  default: (await import('../components/series-form.tsx')).SeriesForm,
}));

const TITLE = 'New series';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: 'Put your stories in an order for readers.',
    canonical: urls.createSeries(),
    isHidden: true,
  };
}

export function CreateSeriesPage() {
  return (
    <WritingPage title={TITLE}>
      {(user) => (
        <OwnPenNames
          user={user}
          waiting={<WritingSkeleton title={TITLE} />}
          failed={(notice) => <WritingFrame title={TITLE}>{notice}</WritingFrame>}
        >
          {(penNames) => <SeriesForm user={user} penNames={penNames} />}
        </OwnPenNames>
      )}
    </WritingPage>
  );
}
