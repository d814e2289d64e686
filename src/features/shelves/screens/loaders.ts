import { excerpt } from '#base/text.ts';
import { loadList } from '#features/filters/rules/list-request.ts';
import { orErrorPage, type PageRequest, pageOf } from '#ui/page-loader.ts';
import { getReadingList, listMessages } from '../contract/lists.ts';

const STORY_EXCERPT_CHARACTERS = 240;

export async function listPageLoader(request: PageRequest<'slug'>) {
  const { api, params, url } = request;
  const loaded = loadList(request, ({ hidden, show_hidden }) =>
    api(getReadingList, { slug: params.slug, page: pageOf(url), hidden, show_hidden }),
  );
  const {
    list: { list, stories, pagination },
    view,
  } = await orErrorPage(loaded, {
    notFound: listMessages.notFound,
    notFoundReason: listMessages.notFoundReason,
    failed: listMessages.loadFailed,
  });
  return {
    list,
    pagination,
    view,
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
