import { furtherWarnings, ownWarnings } from '#features/labels/rules/shown-warnings.ts';
import type { Story } from '#features/stories/contract/stories.ts';
import { bookIdentifier } from '#platform/documents/book-identifier.ts';
import type { Context } from '#platform/runtime/context.ts';
import { urls, withQuery } from '#urls.ts';
import type { FeedAuthor, FeedEntry } from '../rules/feed.ts';
import { publicationTimes } from '../store.ts';

/** The width of covers in feeds and catalogues. */
const COVER_WIDTH = 640;

/** Names something for ever, whatever its address: the same UUID that the book of a story has. */
export function permanentId({ publicUrl }: Pick<Context, 'publicUrl'>, name: string): string {
  return bookIdentifier(`${publicUrl} ${name}`);
}

export function authorOf(story: Pick<Story, 'author_username' | 'author_display_name'>): FeedAuthor {
  return { name: story.author_display_name, page: urls.author(story.author_username) };
}

export function coverOf(story: Pick<Story, 'slug' | 'cover_previews'>, width = COVER_WIDTH): string {
  const path = story.cover_previews === 'own' ? `${urls.story(story.slug)}/cover.png` : '/cover.png';
  return withQuery(path, { width });
}

/**
 * Stories as entries of a list, in their order. An entry is published when its story comes into the lists, however long it was
 * a draft: feed readers put an old date behind what they have. It is updated when a chapter of its story is published.
 */
export async function storyEntries(
  context: Pick<Context, 'db' | 'publicUrl'>,
  stories: readonly Story[],
): Promise<FeedEntry[]> {
  const times = await publicationTimes(
    context.db,
    stories.map(({ id }) => id),
  );
  return stories.map((story) => {
    const { first, last } = times.get(story.id) ?? {};
    const published = first ?? new Date(story.created_at);
    return {
      ...{ id: permanentId(context, `story ${story.id}`), title: story.title, published },
      ...{ page: urls.story(story.slug), author: authorOf(story), cover: coverOf(story), html: undefined },
      updated: last === undefined || last < published ? published : last,
      synopsis: story.synopsis,
      tags: story.tags.map((tag) => tag.name),
      warnings: [...ownWarnings(story), ...furtherWarnings(story)],
      ...{ language: story.language, licence: story.licence },
    };
  });
}
