import { DraftRecovery } from '../parts/drafts/draft-recovery.tsx';
import { chapterLines } from '../parts/editor/parse-html.ts';
import { CONTENT, type Writing } from '../parts/writing/use-writing.ts';

/** The drafts left behind of a chapter. */
export function ChapterDrafts({ writing, basedOn }: { writing: Writing; basedOn?: string | undefined }) {
  const { draft, restore } = writing;
  return (
    <DraftRecovery
      drafts={draft.recoverable}
      basedOn={basedOn}
      describe={({ title, [CONTENT]: content = '' }) => [title, ...chapterLines(content)].join(' ')}
      onRestore={restore}
      onDiscard={draft.dismiss}
    />
  );
}
