import { urls } from '#urls.ts';
import type { Story } from '../contract/stories.ts';
import { isListed } from '../rules.ts';

export type AuthorLinkProps = {
  story: Pick<Story, 'author_username' | 'author_display_name'> & Partial<Pick<Story, 'visibility'>>;
  className?: string | undefined;
};

/** The author's display name, with a link to their page; an author of stories that are read by link may have none. */
export function AuthorLink({ story, className }: AuthorLinkProps) {
  const { visibility = 'public' } = story;
  if (!isListed({ visibility })) return story.author_display_name;
  return (
    <a className={className} href={urls.author(story.author_username)} rel="author">
      {story.author_display_name}
    </a>
  );
}
