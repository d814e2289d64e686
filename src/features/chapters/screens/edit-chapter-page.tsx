import { lazy } from 'react';
import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import type { User } from '#features/accounts/contract/session.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { loadOwnChapter } from '../parts/writing/own-story.ts';
import { LoadedWriting, WritingPage } from '../parts/writing/writing-frame.tsx';

type Address = { slug: string; chapterId: string };

const loadForm = () => import('../components/edit-chapter-form.tsx');
const EditChapterForm = lazy(async () => ({ default: (await loadForm()).EditChapterForm }));

const TITLE = 'Edit chapter';

export function meta({ slug, chapterId }: Address): PageMeta {
  return {
    title: TITLE,
    description: 'Change a chapter of your story: its title, its place, its text.',
    canonical: urls.editChapter(slug, chapterId),
    isHidden: true,
  };
}

export function EditChapterPage() {
  const address = useLoaderData() as Address;
  return (
    <WritingPage title={TITLE} back={backTo(address)}>
      {(user) => <EditChapter key={address.chapterId} user={user} address={address} />}
    </WritingPage>
  );
}

function EditChapter({ user, address }: { user: User; address: Address }) {
  const loaded = useLoaded(`${address.slug}/${address.chapterId}`, async () => {
    const [own] = await Promise.all([loadOwnChapter(user, address), loadForm()]);
    return own;
  });
  return (
    <LoadedWriting
      loaded={loaded}
      title={TITLE}
      back={backTo(address)}
      exit={{ href: urls.story(address.slug), label: 'Back to Story' }}
    >
      {(data) => <EditChapterForm user={user} {...data} />}
    </LoadedWriting>
  );
}

const backTo = ({ slug, chapterId }: Address) => ({
  href: urls.chapter(slug, chapterId),
  label: 'Back to Chapter',
});
