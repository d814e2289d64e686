import { useLoaderData, useLocation, useNavigation } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { siteName } from '#base/site-name.ts';
import { FeedLink } from '#features/feeds/parts/feed-link.tsx';
import { ListFilters } from '#features/filters/parts/list-filters.tsx';
import { ListNotes } from '#features/filters/parts/list-notes.tsx';
import { isEmptiedByView, NothingShown } from '#features/filters/parts/nothing-shown.tsx';
import { listAddress, pageAddress } from '#features/filters/rules/filter-words.ts';
import { LateFollowButton } from '#features/follows/parts/late-follow-button.tsx';
import { HideForm } from '#features/hidden/parts/hide-form.tsx';
import { STORY_SORTS, storySorts } from '#features/stories/contract/sorts.ts';
import { StoryGrid } from '#features/stories/parts/story-grid.tsx';
import { StoryListEnd } from '#features/stories/parts/story-list-end.tsx';
import { updatedNoteIn } from '#features/stories/parts/updated-note.ts';
import { ButtonLink } from '#ui/button.tsx';
import { LinkTabs } from '#ui/link-tabs.tsx';
import { ListPage } from '#ui/list-page.tsx';
import { Notice } from '#ui/notice.tsx';
import { urls, withQuery } from '#urls.ts';
import { SuggestRelation } from '../components/suggest-relation.tsx';
import { TagFamily, TagNeighbours } from '../components/tag-relations.tsx';
import type { TagPageData } from './loaders.ts';
import styles from './tag-page.module.css';

export function meta({ tag, sort, stories, pagination, view }: TagPageData): PageMeta {
  return {
    title: tag,
    description: `${storySorts[sort].label} stories tagged with "${tag}" on ${siteName()}.`,
    canonical: urls.tag(tag, sort, pagination.page),
    isHidden: stories.length === 0,
    ...(stories.length === 0 ? {} : { feedOf: withQuery(urls.tag(tag), view.filter) }),
  };
}

export function TagPage() {
  const data = useLoaderData() as TagPageData;
  const { tag, sort, stories, pagination } = data;
  const location = useLocation();
  const isLoading = useNavigation().location?.pathname === location.pathname;
  const label = storySorts[sort].label;
  return (
    <ListPage>
      <h1 className={styles.title}>
        <span className={styles.lead}>{`${label} Stories tagged with `}</span>
        <span className={styles.tag}>
          <span className={styles.quote}>"</span>
          {tag}
          <span className={styles.quote}>"</span>
        </span>
      </h1>
      {data.id === undefined ? null : (
        <div>
          <LateFollowButton of={{ kind: 'tag', id: data.id }} name={`“${tag}”`} />
        </div>
      )}
      <TagFamily tag={tag} parents={data.parents} narrower={data.children} />
      <div className={styles.list}>
        <ListFilters view={data.view} total={pagination.total}>
          <LinkTabs
            label="Sort stories"
            tabs={STORY_SORTS.map((each) => ({
              href: listAddress(location, {
                sort: each === 'trending' ? undefined : each,
                show_hidden: undefined,
              }),
              label: storySorts[each].label,
              current: each === sort,
            }))}
          />
        </ListFilters>
        {stories.length > 0 ? (
          <StoryGrid
            stories={stories}
            label={`${label} stories tagged with ${tag}`}
            heading="h2"
            noteOf={updatedNoteIn(sort)}
            busy={isLoading}
          />
        ) : isEmptiedByView(data.view, pagination.total) ? (
          <NothingShown view={data.view} />
        ) : (
          <NoStories {...data} />
        )}
      </div>
      <ListNotes view={data.view} />
      {stories.length === 0 ? null : (
        <StoryListEnd
          pagination={pagination}
          shown={stories.length}
          label="Pages of stories"
          hrefFor={(page) => pageAddress(location, page)}
        >
          <FeedLink isCentred of={withQuery(urls.tag(tag), data.view.filter)} />
        </StoryListEnd>
      )}
      <TagNeighbours related={data.related}>
        {data.isKnown ? (
          <>
            <HideForm kind="tag" name={tag} isHidden={data.isHidden} className="no-print">
              {data.isHidden ? 'Show me this tag again' : 'Never show me this tag'}
            </HideForm>
            <SuggestRelation key={tag} tag={tag} />
          </>
        ) : null}
      </TagNeighbours>
    </ListPage>
  );
}

/** Links to a page with content: a tag without stories has no list to go to. */
function NoStories({ tag, sort, pagination, hasStories }: TagPageData) {
  const isPastTheEnd = pagination.total > 0;
  if (isPastTheEnd) {
    return (
      <Notice
        kind="empty"
        drawing="book"
        title="There are no stories this far back."
        action={<ButtonLink href={urls.tag(tag, sort)}>First page</ButtonLink>}
      />
    );
  }
  const action =
    hasStories && sort !== 'trending' ? (
      <ButtonLink href={urls.tag(tag)}>All stories with this tag</ButtonLink>
    ) : (
      <ButtonLink href={urls.tags()}>Browse Tags</ButtonLink>
    );
  return (
    <Notice
      kind="empty"
      title={`No ${storySorts[sort].adjective} stories found with this tag`}
      action={action}
    />
  );
}
