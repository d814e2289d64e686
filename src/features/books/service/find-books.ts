import { isolated } from '#base/direction.ts';
import { type Failure, failure, type Outcome, success } from '#base/failure.ts';
import { getSeries } from '#features/series/contract.ts';
import { readSeries } from '#features/series/service.ts';
import { getReadingList } from '#features/shelves/contract/lists.ts';
import { readReadingList } from '#features/shelves/service/lists.ts';
import type { Story } from '#features/stories/contract/stories.ts';
import { findStoryForChapters } from '#features/stories/service/find-story.ts';
import { storiesByIds } from '#features/stories/service/stories.ts';
import type { SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { urls } from '#urls.ts';
import { bookMessages, MAX_BOOK_STORIES, MAX_BOOK_WORDS } from '../contract.ts';

/** The person who asks for a book. */
interface BookReader {
  account: SignedIn | undefined;
  /** The text of the cookie of hidden items. */
  hidden: string;
}

/** The stories of a book, before anything of their texts has been read. */
export interface FoundBook {
  /** Names the book for ever: its kind and number. */
  seed: string;
  slug: string;
  /** The path of its page. */
  path: string;
  title: string;
  author: string;
  synopsis: string;
  /** One story, or several that are read one after the other. */
  stories: Story[];
  isCollection: boolean;
  /** Sentences about stories that were left out. */
  leftOut: string[];
}

type FindBook = (context: Context, slug: string, reader: BookReader) => Promise<Outcome<FoundBook>>;

const findStoryBook: FindBook = async ({ db }, slug, { account }) => {
  const found = await findStoryForChapters(db, slug, account);
  if (!found.ok)
    return found.kind === 'unauthenticated' ? failure(found.kind, bookMessages.membersOnly) : found;
  const [story] = await storiesByIds(db, [found.data.id]);
  if (story === undefined) return failure('not-found', bookMessages.notFound);
  if (!story.books) return failure('not-yours', bookMessages.switchedOff);
  if (story.chapter_count === 0) return failure('not-found', bookMessages.nothingPublished);
  const { id, title, synopsis, author_display_name: author } = story;
  return success({
    ...{ seed: `story ${id}`, slug: story.slug, path: urls.story(story.slug), title, author, synopsis },
    ...{ stories: [story], isCollection: false, leftOut: [] },
  });
};

const findSeriesBook: FindBook = async (context, slug, { account, hidden }) => {
  const found = await readSeries(context, getSeries.input.parse({ id: slug, hidden }), { account });
  if (!found.ok) return found;
  const { id, title, synopsis, author_display_name: author, stories } = found.data;
  return collection(account, stories, {
    ...{ seed: `series ${id}`, slug: found.data.slug, path: urls.series(found.data.slug) },
    ...{ title, author, synopsis },
  });
};

const LIST_PAGE = 50;

const findListBook: FindBook = async (context, slug, { account, hidden }) => {
  const stories: Story[] = [];
  for (let page = 1; ; page++) {
    const found = await readReadingList(
      context,
      getReadingList.input.parse({ slug, page: String(page), limit: String(LIST_PAGE), hidden }),
      { account },
    );
    if (!found.ok) return found;
    const { list, pagination } = found.data;
    stories.push(...found.data.stories);
    if (page < pagination.pages && stories.length < MAX_BOOK_STORIES) continue;
    const { id, title, synopsis, author_display_name: author } = list;
    return collection(account, stories, {
      ...{ seed: `list ${id}`, slug: list.slug, path: urls.list(list.slug), title, synopsis },
      author: `A reading list by ${author}`,
    });
  }
};

export const bookFinders = { story: findStoryBook, series: findSeriesBook, list: findListBook };
export type BookKind = keyof typeof bookFinders;

type Collection = Omit<FoundBook, 'stories' | 'isCollection' | 'leftOut'>;

/** Several stories in one book, without those that the reader may not take away. */
function collection(
  account: SignedIn | undefined,
  all: readonly Story[],
  about: Collection,
): Outcome<FoundBook> {
  const written = all.filter((story) => story.chapter_count > 0);
  const isForMembers = (story: Story) => story.visibility === 'members' && account === undefined;
  const allowed = written.filter((story) => story.books && !isForMembers(story));
  if (allowed.length === 0) return refusal(written, isForMembers);
  const stories: Story[] = [];
  let words = 0;
  for (const story of allowed.slice(0, MAX_BOOK_STORIES)) {
    words += story.word_count;
    if (stories.length > 0 && words > MAX_BOOK_WORDS) break;
    stories.push(story);
  }
  return success({
    ...about,
    ...{ stories, isCollection: true },
    leftOut: [
      ...sentence(
        'Not in this book, as their authors prefer',
        written.filter((story) => !story.books),
      ),
      ...sentence(
        'For members only',
        written.filter((story) => story.books && isForMembers(story)),
      ),
      ...sentence('Left out, because the book would be too large', allowed.slice(stories.length)),
    ],
  });
}

function refusal(written: readonly Story[], isForMembers: (story: Story) => boolean): Failure {
  if (written.length === 0) return failure('not-found', bookMessages.nothingPublished);
  return written.some((story) => story.books && isForMembers(story))
    ? failure('unauthenticated', bookMessages.membersOnly)
    : failure('not-yours', bookMessages.switchedOff);
}

function sentence(words: string, stories: readonly Story[]): string[] {
  return stories.length === 0
    ? []
    : [`${words}: ${stories.map(({ title }) => `“${isolated(title)}”`).join(', ')}.`];
}
