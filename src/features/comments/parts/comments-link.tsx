import { plural } from '#base/text.ts';
import type { Story } from '#features/stories/contract/stories.ts';
import { urls } from '#urls.ts';

export type CommentsLinkProps = {
  story: Pick<Story, 'slug' | 'comments' | 'comment_count' | 'withheld_at'>;
  /** On the page of a chapter. */
  chapter?: { id: number; comment_count: number };
  className?: string | undefined;
};

/** “12 comments”, which leads to their page; nothing where comments are off. */
export function CommentsLink({ story, chapter, className }: CommentsLinkProps) {
  if (story.comments === 'off' || story.withheld_at !== undefined) return null;
  const count = chapter === undefined ? story.comment_count : chapter.comment_count;
  if (story.comments === 'closed' && count === 0) return null;
  const href =
    chapter === undefined ? urls.comments(story.slug) : urls.chapterComments(story.slug, chapter.id);
  return (
    <a className={className} href={href} data-conversation="">
      {count === 0 ? 'Comment on it' : plural(count, 'comment', 'comments')}
    </a>
  );
}
