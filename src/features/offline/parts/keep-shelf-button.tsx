import { useRef, useState } from 'react';
import { plural } from '#base/text.ts';
import { listShelfStories } from '#features/shelves/contract/shelves.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { useToast } from '#ui/toast.tsx';
import { keepStory } from '../components/keep-story.ts';
import { announceKept } from '../components/use-kept.ts';
import { MAX_STORIES_AT_ONCE, offlineMessages } from '../contract.ts';

type KeepShelfButtonProps = { shelfId: string };

/** Keeps the stories of a shelf one after the other, until it is told to stop or one has no room. */
export function KeepShelfButton({ shelfId }: KeepShelfButtonProps) {
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const stopping = useRef<AbortController>(undefined);
  const toast = useToast();

  async function keepAll(signal: AbortSignal): Promise<{ kept: number; problem: string | undefined }> {
    const { stories } = await callApi(
      listShelfStories,
      { id: shelfId, limit: MAX_STORIES_AT_ONCE },
      { signal },
    );
    let kept = 0;
    let problem: string | undefined;
    for (const [done, { slug }] of stories.entries()) {
      if (signal.aborted || problem === offlineMessages.noSpace) break;
      setProgress({ done, total: stories.length });
      const failure = await keepStory(slug, signal);
      if (failure === undefined) kept += 1;
      else if (!signal.aborted) problem = failure;
    }
    return { kept, problem };
  }
  async function keep() {
    stopping.current = new AbortController();
    setProgress({ done: 0, total: 0 });
    const { kept, problem } = await keepAll(stopping.current.signal).catch(() => ({
      kept: 0,
      problem: offlineMessages.failed,
    }));
    setProgress(undefined);
    announceKept();
    const sentence = `${plural(kept, 'story is', 'stories are')} kept on this device.`;
    if (problem === undefined) toast.show({ kind: 'success', message: sentence });
    else toast.show({ kind: 'error', message: `${sentence} ${problem}` });
  }
  if (progress === undefined)
    return (
      <Button size="small" onClick={() => void keep()}>
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
