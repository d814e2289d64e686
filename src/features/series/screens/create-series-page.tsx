import { lazy } from 'react';
import type { PageMeta } from '#base/page-meta.ts';
import { WritingPage } from '#features/chapters/parts/writing/writing-frame.tsx';
import { urls } from '#urls.ts';

const SeriesForm = lazy(async () => ({
  default: (await import('../components/series-form.tsx')).SeriesForm,
}));

export function meta(): PageMeta {
  return {
    title: 'New series',
    description: 'Put your stories in an order for readers.',
    canonical: urls.createSeries(),
    isHidden: true,
  };
}

export function CreateSeriesPage() {
  return <WritingPage title="New series">{() => <SeriesForm />}</WritingPage>;
}
