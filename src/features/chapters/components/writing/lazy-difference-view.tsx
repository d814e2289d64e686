import { lazy } from 'react';

/** Loaded only when two texts are compared, which is rare. */
export const LazyDifferenceView = lazy(async () => ({
  default: (await import('./difference-view.tsx')).DifferenceView,
}));
