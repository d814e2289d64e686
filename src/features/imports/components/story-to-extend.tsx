import type { ReactNode } from 'react';
import type { User } from '#features/accounts/contract/session.ts';
import { chapterMessages } from '#features/chapters/contract/chapters.ts';
import { loadOwnStory } from '#features/chapters/parts/writing/own-story.ts';
import { LoadedWriting } from '#features/chapters/parts/writing/writing-frame.tsx';
import type { Story } from '#features/stories/contract/stories.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';

export type StoryToExtendProps = {
  user: User;
  slug: string | undefined;
  title: string;
  children: (story: Story | undefined) => ReactNode;
};

/** Loads the author's story that gets the chapters of an import, if the page is for one. */
export function StoryToExtend({ user, slug, title, children }: StoryToExtendProps) {
  if (slug === undefined) return children(undefined);
  return (
    <OwnStory key={slug} user={user} slug={slug} title={title}>
      {children}
    </OwnStory>
  );
}

function OwnStory({ user, slug, title, children }: StoryToExtendProps & { slug: string }) {
  const loaded = useLoaded(slug, () => loadOwnStory(user, slug, chapterMessages.addNotYours));
  return (
    <LoadedWriting
      loaded={loaded}
      title={title}
      back={{ href: urls.editStory(slug), label: 'Back to Editing' }}
      exit={{ href: urls.story(slug), label: 'Back to Story' }}
    >
      {children}
    </LoadedWriting>
  );
}
