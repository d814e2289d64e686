import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Story } from '#features/stories/contract/stories.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import type { ChapterEntry } from '../../contract/chapters.ts';
import { changeChapters, severalMessages } from '../../contract/several-chapters.ts';
import { chapterTitle } from '../../parts/chapter-title.ts';

export type PublishChapterProps = {
  story: Pick<Story, 'id'>;
  chapter: Pick<ChapterEntry, 'id' | 'title' | 'order' | 'state'>;
  /** Loads what the page itself has loaded. */
  onPublished?: () => void;
};

/** Publishes a draft or a scheduled chapter where its author sees it. It asks first, because followers are told at once. */
export function PublishChapter({ story, chapter, onPublished }: PublishChapterProps) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useToastedAction(severalMessages.publishFailed);
  const { revalidate } = useRevalidator();
  const title = chapterTitle(chapter);

  async function publish() {
    await run(async () => {
      const chapters = [{ id: chapter.id, state: 'published' as const }];
      await callApi(changeChapters, { id: String(story.id), chapters });
      onPublished?.();
      void revalidate();
      return severalMessages.published;
    });
    setAsking(false);
  }

  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Publish…<span className="visually-hidden"> {title}</span>
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Publish “${title}” now?`}
        text={
          chapter.state === 'scheduled'
            ? 'Readers find it at once, not at the set time, and followers of the story are told.'
            : 'Readers find it at once, and followers of the story are told.'
        }
        confirmLabel="Publish"
        busyText="Publishing..."
        busy={isBusy}
        onConfirm={publish}
      />
    </>
  );
}
