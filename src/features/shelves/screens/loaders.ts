import { excerpt } from '#base/text.ts';
import { listInput } from '#features/filters/rules.ts';
import { orErrorPage, type PageRequest, pageOf } from '#ui/page-loader.ts';
import { getReadingList, listMessages } from '../contract/lists.ts';

const STORY_EXCERPT_CHARACTERS = 240;

export async function listPageLoader({ api, params, url, ...request }: PageRequest<'slug'>) {
  const { hidden, show_hidden } = listInput({ url, hidden: request.hidden });
  const {
    list,
    stories,
    pagination,
    hidden: leftOut,
  } = await orErrorPage(api(getReadingList, { slug: params.slug, page: pageOf(url), hidden, show_hidden }), {
    notFound: listMessages.notFound,
    failed: listMessages.loadFailed,
  });
  return {
    list,
    pagination,
    hiddenStories: leftOut.total,
    stories: stories.map(({ id, slug, title, synopsis, language, status, ...story }) => ({
      ...{ id, slug, title, language, status },
      synopsis: excerpt(synopsis, STORY_EXCERPT_CHARACTERS),
      author_username: story.author_username,
      author_display_name: story.author_display_name,
      chapter_count: story.chapter_count,
      word_count: story.word_count,
      note: story.note,
    })),
  };
}
