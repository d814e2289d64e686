import type { Story } from '#features/stories/contract/stories.ts';
import { urls } from '#urls.ts';

export type NoteLinkProps = {
  story: Pick<Story, 'slug' | 'notes' | 'withheld_at'>;
  className?: string | undefined;
};

/** The way to a private note to the author, where the author takes some. */
export function NoteLink({ story, className }: NoteLinkProps) {
  return story.notes && story.withheld_at === undefined ? (
    <a className={className} href={urls.notes({ to: story.slug })}>
      Write to the author
    </a>
  ) : null;
}
