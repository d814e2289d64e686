import { useRef, useState } from 'react';
import { plural } from '#base/text.ts';
import { Button, type ButtonProps } from '#ui/button.tsx';
import { useToast } from '#ui/toast.tsx';
import { offlineMessages, STORIES_OF_PART } from '../contract.ts';
import { keepStory } from './keep-story.ts';
import { abortWhenCleared } from './kept-library.ts';
import { announceKept } from './use-kept.ts';

/** A page of a shelf or list: the stories on it, and the number of pages. */
type FindPage = (
  page: { page: number; limit: number },
  options: { signal: AbortSignal },
) => Promise<{ stories: { slug: string }[]; pagination: { pages: number } }>;

type KeepStoriesButtonProps = { find: FindPage; size?: ButtonProps['size'] };

/** Keeps several stories one after the other, until it is told to stop or one has no room. */
export function KeepStoriesButton({ find, size }: KeepStoriesButtonProps) {
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const stopping = useRef<AbortController>(undefined);
  const toast = useToast();

  async function slugs(signal: AbortSignal): Promise<string[]> {
    const found: string[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { stories, pagination } = await find({ page, limit: STORIES_OF_PART }, { signal });
      found.push(...stories.map(({ slug }) => slug));
      pages = pagination.pages;
    }
    return found;
  }
  async function keepAll(
    controller: AbortController,
  ): Promise<{ kept: number; problem: string | undefined }> {
    const { signal } = controller;
    const all = await slugs(signal);
    let kept = 0;
    let problem: string | undefined;
    for (const [done, slug] of all.entries()) {
      if (signal.aborted || problem === offlineMessages.noSpace) break;
      setProgress({ done, total: all.length });
      const failure = await keepStory(slug, controller);
      if (failure === undefined) kept += 1;
      else if (!signal.aborted) problem = failure;
    }
    return { kept, problem };
  }
  async function keep() {
    const controller = new AbortController();
    const { signal } = controller;
    stopping.current = controller;
    setProgress({ done: 0, total: 0 });
    const { kept, problem } = await abortWhenCleared(controller, () => keepAll(controller)).catch(() => ({
      kept: 0,
      problem: signal.aborted ? undefined : offlineMessages.failed,
    }));
    setProgress(undefined);
    announceKept();
    const sentence = `${plural(kept, 'story is', 'stories are')} kept on this device.`;
    if (problem === undefined) toast.show({ kind: 'success', message: sentence });
    else toast.show({ kind: 'error', message: `${sentence} ${problem}` });
  }
  if (progress === undefined)
    return (
      <Button size={size} onClick={() => void keep()}>
        {offlineMessages.keep}
      </Button>
    );
  return (
    <span role="status">
      {progress.total === 0
        ? offlineMessages.keeping
        : `Keeping ${progress.done + 1} of ${progress.total}... `}{' '}
      <Button size="small" onClick={() => stopping.current?.abort()}>
        Stop
      </Button>
    </span>
  );
}
