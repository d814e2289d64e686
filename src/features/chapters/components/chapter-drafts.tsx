import { OfferedDrafts } from '../parts/drafts/offered-drafts.tsx';
import { chapterLines } from '../parts/editor/parse-html.ts';
import { CONTENT, type Writing } from '../parts/writing/use-writing.ts';

/** The drafts of a chapter. */
export function ChapterDrafts({ writing, basedOn }: { writing: Writing; basedOn?: string | undefined }) {
  return (
    <OfferedDrafts
      writing={writing}
      basedOn={basedOn}
      describe={({ title, [CONTENT]: content = '' }) => [title, ...chapterLines(content)].join(' ')}
    />
  );
}
