import { lazy } from 'react';
import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import type { User } from '#features/accounts/contract/session.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { chapterMessages } from '../contract/chapters.ts';
import { loadChapters, loadOwnStory, nextOrder } from '../parts/writing/own-story.ts';
import { LoadedWriting, WritingPage } from '../parts/writing/writing-frame.tsx';

type Address = { slug: string };

const loadForm = () => import('../components/add-chapter-form.tsx');
const AddChapterForm = lazy(async () => ({ default: (await loadForm()).AddChapterForm }));

const TITLE = 'Add a chapter';

export function meta({ slug }: Address): PageMeta {
  return {
    title: TITLE,
    description: 'Write the next chapter of your story.',
    canonical: urls.addChapter(slug),
    isHidden: true,
  };
}

export function AddChapterPage() {
  const { slug } = useLoaderData() as Address;
  return (
    <WritingPage title={TITLE} back={backTo(slug)}>
      {(user) => <AddChapter key={slug} user={user} slug={slug} />}
    </WritingPage>
  );
}

function AddChapter({ user, slug }: { user: User; slug: string }) {
  const loaded = useLoaded(slug, async () => {
    const [story] = await Promise.all([loadOwnStory(user, slug, chapterMessages.addNotYours), loadForm()]);
    return { story, order: nextOrder(await loadChapters(story)) };
  });
  return (
    <LoadedWriting loaded={loaded} title={TITLE} back={backTo(slug)}>
      {(data) => <AddChapterForm user={user} {...data} />}
    </LoadedWriting>
  );
}

const backTo = (slug: string) => ({ href: urls.story(slug), label: 'Back to Story' });
