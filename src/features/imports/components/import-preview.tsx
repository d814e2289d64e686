import { type ReactNode, useState } from 'react';
import { serverReason } from '#base/failure.ts';
import { groupThousands, plural } from '#base/text.ts';
import type { PenName } from '#features/pen-names/contract.ts';
import { PenNameField, usePenNameChoice } from '#features/pen-names/parts/pen-name-choice.tsx';
import { visibilities } from '#features/stories/contract/visibility.ts';
import { VisibilityField } from '#features/stories/parts/visibility-field.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { Notice } from '#ui/notice.tsx';
import { acceptImport, type Import, importMessages } from '../contract.ts';
import { type ChosenStory, chapterWords, foundStory, takenChapters, toAccept } from '../rules/choices.ts';
import type { Accepted } from './accepted-stories.tsx';
import styles from './import-preview.module.css';
import { StoryChoice } from './story-choice.tsx';

export type ImportPreviewProps = {
  found: Import;
  /** The names to choose from; none for an account with one name. */
  penNames: PenName[];
  onAccepted: (accepted: Accepted) => void;
  discard: ReactNode;
};

/** Everything that was found, with the choices that its author has before it is stored. */
export function ImportPreview({ found, penNames, onAccepted, discard }: ImportPreviewProps) {
  const [stories, setStories] = useState(() => found.stories.map(foundStory));
  /** The choices before each change of the chapters, the latest last. */
  const [earlier, setEarlier] = useState<ChosenStory[][]>([]);
  const [isChanged, setChanged] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const penName = usePenNameChoice(penNames);
  const selected = stories.filter(({ isTaken }) => isTaken);
  const empty = selected.find((story) => takenChapters(story).length === 0);
  const chapters = selected.flatMap(takenChapters);
  const words = chapters.reduce((sum, chapter) => sum + chapterWords(chapter), 0);

  function change(next: ChosenStory, canBeUndone: boolean) {
    if (canBeUndone) setEarlier((before) => [...before, stories]);
    setChanged(true);
    setStories(stories.map((story) => (story.number === next.number ? next : story)));
  }

  function undo() {
    const last = earlier.at(-1);
    if (last === undefined) return;
    setStories(last);
    setEarlier(earlier.slice(0, -1));
  }

  async function accept(form: FormData) {
    setError(undefined);
    const author = String(form.get('author_username') ?? '');
    if (!(await penName.confirm(author))) return;
    setBusy(true);
    const visibility = Object.keys(visibilities).find((name) => name === form.get('visibility')) as
      | keyof typeof visibilities
      | undefined;
    const chosen = { stories: toAccept(stories, found.stories), visibility, ...penName.inputOf(author) };
    const input = { id: String(found.id), ...chosen };
    try {
      const accepted = await callApi(acceptImport, input);
      const shown = visibility === 'draft' ? importMessages.accepted : importMessages.acceptedVisible;
      onAccepted({ stories: accepted.stories, message: accepted.refusal ?? shown });
    } catch (problem) {
      setBusy(false);
      setError(serverReason(problem) ?? importMessages.acceptFailed);
    }
  }

  return (
    <form
      aria-label="Your import"
      className={styles.preview}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && selected.length > 0 && empty === undefined) accept(new FormData(event.currentTarget));
      }}
    >
      <div className={styles.bar}>
        <p>
          {plural(selected.length, 'story', 'stories')}, {plural(chapters.length, 'chapter')},{' '}
          {groupThousands(words)} words
        </p>
        {earlier.length === 0 ? null : (
          <Button size="small" onClick={undo}>
            Undo
          </Button>
        )}
      </div>
      {stories.map((story, at) => {
        const original = found.stories[at];
        return original === undefined ? null : (
          <StoryChoice
            key={story.number}
            story={story}
            found={original}
            isOpen={stories.length === 1}
            onChange={change}
          />
        );
      })}
      <div className={styles.end}>
        <PenNameField names={penNames} />
        <VisibilityField name="visibility" label="Who can see them" defaultValue="draft" />
        {empty === undefined ? null : (
          <Notice
            kind="error"
            title={`“${empty.title}” has no chapter left. Take one of them, or leave the story out.`}
          />
        )}
        {error === undefined ? null : <Notice kind="error" title={error} />}
        <div className={styles.actions}>
          <Button
            type="submit"
            variant="primary"
            busy={isBusy}
            busyText="Making stories..."
            aria-disabled={selected.length === 0 || empty !== undefined || undefined}
          >
            Import {plural(selected.length, 'story', 'stories')}
          </Button>
          {discard}
        </div>
      </div>
      {penName.dialog}
      <LeaveGuard
        when={isChanged && !isBusy}
        text="Your files stay here for a day, but the changes you have made to the preview would be gone."
      />
    </form>
  );
}
