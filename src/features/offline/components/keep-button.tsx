import { useState } from 'react';
import { Button, ButtonLink } from '#ui/button.tsx';
import { canKeepRecords } from '#ui/device-records.ts';
import { useToast } from '#ui/toast.tsx';
import { urls } from '#urls.ts';
import { offlineMessages } from '../contract.ts';
import { keepStory } from './keep-story.ts';
import { announceKept, useKept } from './use-kept.ts';

export type KeepButtonProps = { slug: string };

/** Keeps a story on this device, or leads to the kept copy. */
export function KeepButton({ slug }: KeepButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const toast = useToast();
  const index = useKept();
  if (index?.stories.some((story) => story.slug === slug) === true)
    return <ButtonLink href={`${urls.kept()}#${urls.story(slug)}`}>{offlineMessages.kept}</ButtonLink>;

  async function keep() {
    setBusy(true);
    const problem = await keepStory(slug);
    setBusy(false);
    announceKept();
    if (problem === undefined) toast.show({ kind: 'success', message: offlineMessages.keptNow });
    else toast.show({ kind: 'error', message: problem });
  }
  const isPossible = canKeepRecords();
  return (
    <Button
      busy={isBusy}
      busyText={offlineMessages.keeping}
      aria-disabled={isPossible ? undefined : true}
      title={isPossible ? 'To read it without a network' : offlineMessages.unavailable}
      onClick={() => void keep()}
    >
      {isPossible ? offlineMessages.keep : 'Can’t be kept here'}
    </Button>
  );
}
