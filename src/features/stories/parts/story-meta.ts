import type { PageMeta } from '#base/page-meta.ts';
import { excerpt, plural } from '#base/text.ts';
import { urls } from '#urls.ts';
import { SEO_DESCRIPTION_CHARACTERS, type Story } from '../contract/stories.ts';
import { isListed } from '../rules.ts';
import { readingTime } from './reading-time.ts';

/** Search engines must not index an unlisted story, and its author may have no public profile to link to. */
export function isUnlisted(story: Pick<Story, 'chapter_count' | 'is_waiting' | 'visibility'>): boolean {
  return story.chapter_count === 0 || story.is_waiting === true || !isListed(story);
}

/** The metadata of a story's page for search engines and link previews. */
export function storyMeta(story: Story): PageMeta {
  const facts = `${plural(story.chapter_count, 'chapter', 'chapters')}, ${readingTime(story.word_count)} of reading`;
  const sentence = `“${story.title}”, a story for adults by ${story.author_display_name}: ${facts}.`;
  const description = excerpt(
    story.synopsis.trim() === '' ? sentence : story.synopsis,
    SEO_DESCRIPTION_CHARACTERS,
  );
  return {
    title: story.title,
    description,
    canonical: urls.story(story.slug),
    cover: story.cover_previews,
    type: 'article',
    isHidden: isUnlisted(story),
    ...(isUnlisted(story) ? {} : { feedOf: urls.story(story.slug) }),
    ...(import.meta.env.SSR ? { isTrainingAllowed: story.ai_training } : {}),
  };
}

/** The same as data of schema.org, which only the server renders. */
export function storyJsonLd(story: Story): NonNullable<PageMeta['jsonLd']> {
  const { description } = storyMeta(story);
  const tags = story.tags.map((tag) => tag.name);
  return (absolute) => ({
    '@type': 'Book',
    name: story.title,
    url: absolute(urls.story(story.slug)),
    author: {
      '@type': 'Person',
      name: story.author_display_name,
      ...(isUnlisted(story) ? {} : { url: absolute(urls.author(story.author_username)) }),
    },
    description,
    ...(tags.length === 0 ? {} : { genre: tags, keywords: tags.join(', ') }),
    datePublished: story.created_at,
    dateModified: story.updated_at,
    ...(story.series.length === 0
      ? {}
      : {
          isPartOf: story.series.map((series) => ({
            '@type': 'BookSeries',
            name: series.title,
            url: absolute(urls.series(series.slug)),
          })),
          position: story.series[0]?.position,
        }),
    isFamilyFriendly: false,
    ...(story.language === null ? {} : { inLanguage: story.language }),
  });
}
