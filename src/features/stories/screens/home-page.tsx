import { useLoaderData, useLocation, useNavigation } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { siteName } from '#base/site-name.ts';
import { wordsInMinutes } from '#base/text.ts';
import { StartedStories } from '#features/chapters/parts/reading/started-stories.tsx';
import { ListFilters } from '#features/filters/parts/list-filters.tsx';
import { ListNotes } from '#features/filters/parts/list-notes.tsx';
import { isEmptiedByView, NothingShown } from '#features/filters/parts/nothing-shown.tsx';
import { listAddress, pageAddress } from '#features/filters/rules/filter-words.ts';
import { WhatsNew } from '#features/follows/parts/whats-new.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { LinkTabs } from '#ui/link-tabs.tsx';
import { Notice } from '#ui/notice.tsx';
import { urls, withQuery } from '#urls.ts';
import { HOME_SORTS, type HomeSort, type HomeState, homeAddress } from '../components/home-address.ts';
import { HomeHero } from '../components/home-hero.tsx';
import { HomeNewStory } from '../components/home-new-story.tsx';
import { HomeTags } from '../components/home-tags.tsx';
import { storyMessages } from '../contract/stories.ts';
import { StoryGrid } from '../parts/story-grid.tsx';
import { StoryListEnd } from '../parts/story-list-end.tsx';
import { updatedNoteIn } from '../parts/updated-note.ts';
import styles from './home-page.module.css';
import type { homePageLoader } from './loaders.ts';

type HomeData = Awaited<ReturnType<typeof homePageLoader>>;

const labels: Record<HomeSort, string> = {
  trending: 'Trending',
  top: 'Top Rated',
  new: 'New',
  updated: 'Updated',
};

export function meta({ sort, pagination, stories, view }: HomeData): PageMeta {
  const isFirst = sort === 'trending' && pagination.page === 1;
  const pageText = pagination.page === 1 ? '' : `, page ${pagination.page}`;
  return {
    title: isFirst ? siteName() : `${labels[sort]} stories${pageText}`,
    description:
      'Fiction for adults, to read by lamplight: trending, top rated and new stories, published chapter by chapter by people who sign their work.',
    canonical: urls.home(sort, pagination.page),
    isHidden: stories.length === 0 && pagination.page > 1,
    feedOf: withQuery(urls.home(), view.filter),
    jsonLd: (absolute) => ({
      '@type': 'WebSite',
      name: siteName(),
      url: absolute(urls.home()),
      isFamilyFriendly: false,
    }),
  };
}

/** The part of the page whose next content is loading, if any. */
function useWaitingFor(data: HomeData): 'stories' | 'tags' | undefined {
  const navigation = useNavigation();
  if (navigation.state !== 'loading' || navigation.location.pathname !== urls.home()) return undefined;
  const next = new URLSearchParams(navigation.location.search);
  const isSameList =
    (next.get('sort') ?? 'trending') === data.sort && Number(next.get('page') ?? 1) === data.pagination.page;
  return isSameList ? 'tags' : 'stories';
}

export function HomePage() {
  const data = useLoaderData<typeof homePageLoader>();
  const { sort, tagSort, stories, pagination, featured, tags, view } = data;
  const location = useLocation();
  const waitingFor = useWaitingFor(data);
  const state: HomeState = { sort, tagSort, page: pagination.page };
  const tabs = (
    <LinkTabs
      label="Sort stories"
      tabs={HOME_SORTS.map((tabSort) => ({
        href: listAddress(location, { sort: tabSort === 'trending' ? undefined : tabSort }),
        label: labels[tabSort],
        current: tabSort === sort,
      }))}
    />
  );

  return (
    <div>
      <div className={styles.light}>
        <div className={classNames('page-width', styles.opening)}>
          {pagination.page === 1 ? (
            <>
              <StartedStories />
              <WhatsNew />
            </>
          ) : null}
          <div className={styles.lead}>
            <h1 className={styles.question}>What will you read tonight?</h1>
            {featured === undefined ? (
              <p className={styles.blurb}>
                Stories for grown-ups, published chapter by chapter. Begin with what others are reading, or
                with a tag you like.
              </p>
            ) : (
              <HomeHero story={featured} />
            )}
            <p className={styles.chance}>
              Or take <a href={urls.random()}>a good story by chance</a>, or one that is{' '}
              <a href={urls.completeWithin(wordsInMinutes(60))}>complete and under an hour</a>.
            </p>
          </div>
          <HomeTags tags={tags} state={state} busy={waitingFor === 'tags'} />
        </div>
      </div>
      <section className={classNames('page-width', styles.stories)} aria-labelledby="stories-title">
        <h2 className="visually-hidden" id="stories-title">
          {labels[sort]} stories
        </h2>
        <ListFilters view={view} total={pagination.total}>
          {/* From a later page, a tab restarts the list at its first page, so the scroll position does not stay. */}
          {pagination.page === 1 ? <div data-keeps-place="">{tabs}</div> : tabs}
          <HomeNewStory />
        </ListFilters>
        {isEmptiedByView(view, pagination.total) ? (
          <NothingShown view={view} />
        ) : stories.length === 0 ? (
          <NoStories data={data} />
        ) : (
          <StoryGrid
            stories={stories}
            label={`${labels[sort]} stories`}
            noteOf={updatedNoteIn(sort)}
            busy={waitingFor === 'stories'}
          />
        )}
        <ListNotes view={view} />
        <StoryListEnd
          pagination={pagination}
          shown={stories.length}
          label="Pages of stories"
          hrefFor={(page) => pageAddress(location, page)}
        />
      </section>
    </div>
  );
}

function NoStories({ data }: { data: HomeData }) {
  const isBeyond = data.pagination.total > 0;
  return (
    <Notice
      kind="empty"
      title={storyMessages.none}
      action={
        isBeyond ? (
          <ButtonLink href={homeAddress({ sort: data.sort, tagSort: data.tagSort })}>
            Go to the first page
          </ButtonLink>
        ) : undefined
      }
    >
      {isBeyond
        ? 'The list ends before this page.'
        : 'The shelf is still empty. The first stories will appear here once they are published.'}
    </Notice>
  );
}
