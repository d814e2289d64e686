import { lazy } from 'react';
import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import type { User } from '#features/accounts/contract/session.ts';
import { LoadedWriting, WritingPage } from '#features/chapters/parts/writing/writing-frame.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';

type Address = { slug: string };

const loadForm = () => import('../components/edit-series.tsx');
const EditSeries = lazy(async () => ({ default: (await loadForm()).EditSeries }));

const TITLE = 'Edit series';

export function meta({ slug }: Address): PageMeta {
  return {
    title: TITLE,
    description: 'Change the title, the synopsis and the stories of your series.',
    canonical: urls.editSeries(slug),
    isHidden: true,
  };
}

export function EditSeriesPage() {
  const { slug } = useLoaderData() as Address;
  const back = { href: urls.series(slug), label: 'Back to Series' };
  return (
    <WritingPage title={TITLE} back={back}>
      {(user) => <OwnSeries key={slug} user={user} slug={slug} back={back} />}
    </WritingPage>
  );
}

type OwnSeriesProps = { user: User; slug: string; back: { href: string; label: string } };

function OwnSeries({ user, slug, back }: OwnSeriesProps) {
  const loaded = useLoaded(slug, async () => {
    const { loadSeriesToEdit } = await loadForm();
    return loadSeriesToEdit(user, slug);
  });
  return (
    <LoadedWriting
      loaded={loaded}
      title={TITLE}
      back={back}
      exit={{ href: urls.profile(), label: 'My Stories' }}
    >
      {(data) => <EditSeries {...data} />}
    </LoadedWriting>
  );
}
