import { lazy } from 'react';

/** Fetched when two texts are compared, which is seldom. */
export const LazyDifferenceView = lazy(async () => ({
  default: (await import('./difference-view.tsx')).DifferenceView,
}));
