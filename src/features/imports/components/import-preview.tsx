import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { groupThousands, plural } from '#base/text.ts';
import type { PenName } from '#features/pen-names/contract.ts';
import { PublishingAs } from '#features/pen-names/parts/own-pen-names.tsx';
import { PenNameField, usePenNameChoice } from '#features/pen-names/parts/pen-name-choice.tsx';
import type { Story } from '#features/stories/contract/stories.ts';
import { visibilities } from '#features/stories/contract/visibility.ts';
import { VisibilityField } from '#features/stories/parts/visibility-field.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { failureText } from '#ui/failure-text.ts';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { Notice } from '#ui/notice.tsx';
import { urls } from '#urls.ts';
import { acceptImport, type Import, importMessages } from '../contract.ts';
import {
  foundStory,
  namedLikeFile,
  type PreviewedStory,
  previewedWords,
  takenChapters,
  toAccept,
} from '../rules/choices.ts';
import type { Accepted } from './accepted-stories.tsx';
import { ChapterStateField } from './chapter-state-field.tsx';
import styles from './import-preview.module.css';
import { StoryChoice } from './story-choice.tsx';

export type ImportPreviewProps = {
  found: Import;
  /** The names to choose from; none for an account with one name. */
  penNames: PenName[];
  /** The story that gets the chapters; undefined where they become stories. */
  story: Story | undefined;
  onAccepted: (accepted: Accepted) => void;
  discard: ReactNode;
};

/** Everything that was found, with the choices that its author has before it is stored. */
export function ImportPreview({ found, penNames, story: extended, onAccepted, discard }: ImportPreviewProps) {
  const navigate = useNavigate();
  const offered = extended === undefined ? found.stories : found.stories.map(namedLikeFile);
  const [stories, setStories] = useState(() => offered.map(foundStory));
  /** The choices before each change of the chapters, the latest last. */
  const [earlier, setEarlier] = useState<PreviewedStory[][]>([]);
  const [isChanged, setChanged] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const penName = usePenNameChoice(penNames);
  const selected = stories.filter(({ isTaken }) => isTaken);
  const chapters = selected.flatMap(takenChapters);
  const problem = problemOf(selected, extended !== undefined);
  const words = chapters.reduce((sum, chapter) => sum + previewedWords(chapter), 0);

  function change(next: PreviewedStory, canBeUndone: boolean) {
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

  async function addTo(story: Story, form: FormData) {
    setError(undefined);
    setBusy(true);
    const chapter_state = form.get('chapter_state') === 'published' ? 'published' : 'draft';
    const chosen = {
      stories: toAccept(stories, found.stories),
      add_to: String(story.id),
      chapter_state,
    } as const;
    try {
      const { refusal } = await callApi(acceptImport, { id: String(found.id), ...chosen });
      const added =
        chapter_state === 'draft' ? importMessages.chaptersAdded : importMessages.chaptersPublished;
      const notification = { kind: refusal === undefined ? 'success' : 'error', message: refusal ?? added };
      await navigate(urls.editStory(story.slug), { replace: true, state: { notification } });
    } catch (failed) {
      setBusy(false);
      setError(failureText(failed, importMessages.addFailed));
    }
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
    } catch (failed) {
      setBusy(false);
      setError(failureText(failed, importMessages.acceptFailed));
    }
  }

  return (
    <form
      aria-label="Your import"
      className={styles.preview}
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy || selected.length === 0 || problem !== undefined) return;
        const form = new FormData(event.currentTarget);
        if (extended === undefined) accept(form);
        else addTo(extended, form);
      }}
    >
      <div className={styles.bar}>
        <p>
          {extended === undefined ? `${plural(selected.length, 'story', 'stories')}, ` : ''}
          {plural(chapters.length, 'chapter')}, {groupThousands(words)} words
        </p>
        {earlier.length === 0 ? null : (
          <Button size="small" onClick={undo}>
            Undo
          </Button>
        )}
      </div>
      {stories.map((story, at) => {
        const original = offered[at];
        return original === undefined ? null : (
          <StoryChoice
            key={story.number}
            story={story}
            found={original}
            isOpen={stories.length === 1}
            isStory={extended === undefined}
            onChange={change}
          />
        );
      })}
      <div className={styles.end}>
        {extended === undefined ? (
          <>
            <PenNameField names={penNames} />
            <VisibilityField name="visibility" label="Who can see them" defaultValue="draft" />
          </>
        ) : (
          <>
            <PublishingAs author={extended} />
            <ChapterStateField story={extended} />
          </>
        )}
        {problem === undefined ? null : <Notice kind="error" title={problem} />}
        {error === undefined ? null : <Notice kind="error" title={error} />}
        <div className={styles.actions}>
          <Button
            type="submit"
            variant="primary"
            busy={isBusy}
            busyText={extended === undefined ? 'Making stories...' : 'Adding chapters...'}
            aria-disabled={selected.length === 0 || problem !== undefined || undefined}
          >
            {extended === undefined
              ? `Import ${plural(selected.length, 'story', 'stories')}`
              : `Add ${plural(chapters.length, 'chapter')}`}
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

/** The reason why the choice can't be accepted. */
function problemOf(selected: readonly PreviewedStory[], isForStory: boolean): string | undefined {
  if (isForStory)
    return selected.some((story) => takenChapters(story).length > 0)
      ? undefined
      : importMessages.nothingChosen;
  const empty = selected.find((story) => takenChapters(story).length === 0);
  return empty && `“${empty.title}” has no chapter left. Take one of them, or leave the story out.`;
}
