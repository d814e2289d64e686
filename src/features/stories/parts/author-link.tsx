import { urls } from '#urls.ts';
import type { Story } from '../contract/stories.ts';

export type AuthorLinkProps = {
  story: Pick<Story, 'author_username' | 'author_display_name'>;
  className?: string | undefined;
};

/** A link with the author's display name to their page. */
export function AuthorLink({ story, className }: AuthorLinkProps) {
  return (
    <a className={className} href={urls.author(story.author_username)} rel="author">
      {story.author_display_name}
    </a>
  );
}
