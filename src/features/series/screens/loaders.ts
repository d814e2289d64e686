import { redirect } from 'react-router';
import { pick } from '#base/pick.ts';
import { excerpt } from '#base/text.ts';
import { loadList } from '#features/filters/rules/list-request.ts';
import { orErrorPage, type PageRequest } from '#ui/page-loader.ts';
import { urls } from '#urls.ts';
import { getSeries, seriesMessages } from '../contract.ts';

export async function seriesPageLoader(request: PageRequest<'slug'>) {
  const { api, params } = request;
  // A series is a list and more: whether it is complete says nothing about whether all of it was looked through.
  const loaded = loadList(request, async (input) => {
    const series = await api(getSeries, { id: params.slug, ...input });
    return { series, hidden: series.hidden };
  });
  const {
    list: { series },
    view,
  } = await orErrorPage(loaded, {
    notFound: seriesMessages.notFound,
    notFoundReason: seriesMessages.notFoundReason,
    failed: seriesMessages.loadFailed,
  });
  // A number finds a series too, but each has one address.
  if (series.slug !== params.slug) throw redirect(urls.series(series.slug), 301);
  const { stories, hidden: _, ...rest } = series;
  return {
    series: rest,
    view,
    stories: stories.map((story) => ({
      ...pick(story, [
        'cover_previews',
        'visibility',
        'is_waiting',
        'id',
        'slug',
        'title',
        'language',
        'status',
        'chapter_count',
        'word_count',
        'position',
      ]),
      synopsis: excerpt(story.synopsis, STORY_EXCERPT_CHARACTERS),
    })),
  };
}

const STORY_EXCERPT_CHARACTERS = 240;
