import { lazy } from 'react';
import type { PageMeta } from '#base/page-meta.ts';
import { WritingPage } from '#features/chapters/parts/writing/writing-frame.tsx';
import { urls } from '#urls.ts';

const SentCorrections = lazy(async () => ({
  default: (await import('../components/sent-corrections.tsx')).SentCorrections,
}));

const TITLE = 'Your corrections';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: 'The corrections that you have suggested to authors, for yourself alone.',
    canonical: urls.corrections(),
    isHidden: true,
  };
}

export function SentCorrectionsPage() {
  return (
    <WritingPage title={TITLE} reason="corrections">
      {() => <SentCorrections title={TITLE} />}
    </WritingPage>
  );
}
