import { redirect } from 'react-router';
import { excerpt } from '#base/text.ts';
import { listInput, listViewOf } from '#features/filters/rules.ts';
import { orErrorPage, type PageRequest } from '#ui/page-loader.ts';
import { urls } from '#urls.ts';
import { getSeries, seriesMessages } from '../contract.ts';

export async function seriesPageLoader({ api, params, url, hidden }: PageRequest<'slug'>) {
  const series = await orErrorPage(api(getSeries, { id: params.slug, ...listInput({ url, hidden }) }), {
    notFound: seriesMessages.notFound,
    failed: seriesMessages.loadFailed,
  });
  // A number finds a series too, but each has one address.
  if (series.slug !== params.slug) throw redirect(urls.series(series.slug), 301);
  const { stories, hidden: counts, ...rest } = series;
  return {
    series: rest,
    view: listViewOf(url, { hidden: counts }),
    stories: stories.map(({ id, slug, title, synopsis, status, chapter_count, word_count, position }) => ({
      id,
      slug,
      title,
      synopsis: excerpt(synopsis, STORY_EXCERPT_CHARACTERS),
      status,
      chapter_count,
      word_count,
      position,
    })),
  };
}

const STORY_EXCERPT_CHARACTERS = 240;
