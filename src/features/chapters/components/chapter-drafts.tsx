import { OfferedDrafts, type OfferedDraftsProps } from '../parts/drafts/offered-drafts.tsx';
import { chapterLines } from '../parts/editor/parse-html.ts';
import { CONTENT } from '../parts/writing/use-writing.ts';

/** The drafts of a chapter. */
export function ChapterDrafts(props: Omit<OfferedDraftsProps, 'describe'>) {
  return (
    <OfferedDrafts
      {...props}
      describe={({ title, [CONTENT]: content = '' }) => [title, ...chapterLines(content)].join(' ')}
    />
  );
}
