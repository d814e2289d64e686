import { lazy } from 'react';
import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import type { User } from '#features/accounts/contract/session.ts';
import { loadOwnStory } from '#features/chapters/parts/writing/own-story.ts';
import {
  LoadedWriting,
  WritingFrame,
  WritingPage,
  WritingSkeleton,
} from '#features/chapters/parts/writing/writing-frame.tsx';
import { OwnPenNames } from '#features/pen-names/parts/own-pen-names.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { storyMessages } from '../contract/stories.ts';

type Address = { slug: string };

const loadForm = () => import('../components/edit-story-form.tsx');
const EditStoryForm = lazy(async () => ({ default: (await loadForm()).EditStoryForm }));

const TITLE = 'Edit story';

export function meta({ slug }: Address): PageMeta {
  return {
    title: TITLE,
    description: 'Change the title, the address, the synopsis and the tags of your story.',
    canonical: urls.editStory(slug),
    isHidden: true,
  };
}

export function EditStoryPage() {
  const { slug } = useLoaderData() as Address;
  return (
    <WritingPage title={TITLE} back={backTo(slug)}>
      {(user) => <EditStory key={slug} user={user} slug={slug} />}
    </WritingPage>
  );
}

function EditStory({ user, slug }: { user: User; slug: string }) {
  const loaded = useLoaded(slug, async () => {
    const [story] = await Promise.all([loadOwnStory(user, slug, storyMessages.notYours), loadForm()]);
    return story;
  });
  return (
    <LoadedWriting loaded={loaded} title={TITLE} back={backTo(slug)}>
      {(story) => (
        <OwnPenNames
          user={user}
          waiting={<WritingSkeleton title={TITLE} back={backTo(slug)} />}
          failed={(notice) => (
            <WritingFrame title={TITLE} back={backTo(slug)}>
              {notice}
            </WritingFrame>
          )}
        >
          {(penNames) => <EditStoryForm user={user} story={story} penNames={penNames} />}
        </OwnPenNames>
      )}
    </LoadedWriting>
  );
}

const backTo = (slug: string) => ({ href: urls.story(slug), label: 'Back to Story' });
