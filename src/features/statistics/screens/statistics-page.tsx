import { useLoaderData, useLocation } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import type { User } from '#features/accounts/contract/session.ts';
import { loadOwnStory } from '#features/chapters/parts/writing/own-story.ts';
import { LoadedWriting, WritingFrame, WritingPage } from '#features/chapters/parts/writing/writing-frame.tsx';
import type { Story } from '#features/stories/contract/stories.ts';
import { callApi } from '#ui/api-client.ts';
import { LinkTabs } from '#ui/link-tabs.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { StatisticsView } from '../components/statistics-view.tsx';
import { statisticsMessages, storyStatistics } from '../contract.ts';
import { dayOf, daysBefore } from '../rules.ts';

type Address = { slug: string };

const TITLE = 'Statistics';

/** The ranges to choose from, by their names in the address; without days, everything that was counted. */
const ranges = [
  { name: 'week', label: 'Week', days: 7 },
  { name: 'month', label: 'Month', days: 30 },
  { name: 'year', label: 'Year', days: 365 },
  { name: 'all', label: 'All time', days: undefined },
] as const;

const [, MONTH] = ranges;

export function meta({ slug }: Address): PageMeta {
  return {
    title: TITLE,
    description: 'How your story is read, in counts that name no reader.',
    canonical: urls.storyStatistics(slug),
    isHidden: true,
  };
}

export function StatisticsPage() {
  const { slug } = useLoaderData() as Address;
  return (
    <WritingPage title={TITLE} back={backTo(slug)}>
      {(user) => <OwnStatistics key={slug} user={user} slug={slug} />}
    </WritingPage>
  );
}

function OwnStatistics({ user, slug }: { user: User; slug: string }) {
  const loaded = useLoaded(slug, () => loadOwnStory(user, slug, statisticsMessages.notYours));
  return (
    <LoadedWriting loaded={loaded} title={TITLE} back={backTo(slug)}>
      {(data) => <StatisticsOf story={data} />}
    </LoadedWriting>
  );
}

function StatisticsOf({ story }: { story: Story }) {
  const query = new URLSearchParams(useLocation().search);
  const range = ranges.find(({ name }) => name === query.get('range')) ?? MONTH;
  const { days } = range;
  const from = days === undefined ? undefined : daysBefore(dayOf(Date.now()), days - 1);
  const loaded = useLoaded(`${story.id} ${range.name}`, () =>
    callApi(storyStatistics, { id: String(story.id), ...(from === undefined ? {} : { from }) }),
  );
  return (
    <WritingFrame about={story.title} title={TITLE} back={backTo(story.slug)}>
      <LinkTabs
        label="Range"
        tabs={ranges.map(({ name, label }) => ({
          href: urls.storyStatistics(story.slug, name),
          label,
          current: name === range.name,
        }))}
      />
      <LoadedPart loaded={loaded} label="Loading the counts" lines={8} failed={statisticsMessages.loadFailed}>
        {(statistics) => <StatisticsView slug={story.slug} statistics={statistics} />}
      </LoadedPart>
    </WritingFrame>
  );
}

const backTo = (slug: string) => ({ href: urls.story(slug), label: 'Back to Story' });
