import { isolated } from '#base/direction.ts';
import { contentWarnings } from '#features/labels/contract/warnings.ts';
import { ownWarnings, type Warned } from '#features/labels/rules/shown-warnings.ts';
import type { Story } from '#features/stories/contract/stories.ts';
import { toXhtml } from '#platform/documents/xml.ts';
import type { Context } from '#platform/runtime/context.ts';
import { urls } from '#urls.ts';
import type { FeedEntry } from '../rules/feed.ts';
import type { PublishedChapter } from '../store.ts';
import { authorOf, coverOf, permanentId } from './entries.ts';

/** Whole texts beyond this many characters in a page of a feed stay on the site. */
const MAX_TEXT_CHARACTERS = 600_000;

/** Chapters as entries, each named after its story and itself, in their order. */
export function chapterEntries(
  context: Pick<Context, 'publicUrl'>,
  chapters: readonly (PublishedChapter & { story: Story })[],
  { isForMember }: { isForMember: boolean },
): FeedEntry[] {
  let characters = 0;
  return chapters.map((chapter) => {
    const { story, published_at: published, updated_at } = chapter;
    characters += chapter.content?.length ?? 0;
    const html = characters > MAX_TEXT_CHARACTERS ? undefined : textOf(chapter);
    // Guests do not learn what the chapters of a story for members are called.
    const isNamed = isForMember || story.visibility !== 'members';
    return {
      ...{ id: permanentId(context, `chapter ${chapter.id}`), published, html },
      title: `${isolated(story.title)}: ${isNamed ? isolated(chapter.title) : `Chapter ${chapter.order}`}`,
      page: isNamed ? urls.chapter(story.slug, chapter.id) : urls.story(story.slug),
      updated: html !== undefined && updated_at > published ? updated_at : published,
      ...{ author: authorOf(story), synopsis: story.synopsis, cover: coverOf(story) },
      tags: story.tags.map((tag) => tag.name),
      warnings: [...new Set([...ownWarnings(story), ...ownWarnings(chapter as Warned)])],
      ...{ language: story.language, licence: story.licence },
    };
  });
}

/** The text with its notes, after its warnings. Pictures are links: a feed reader would load them unasked. */
function textOf(chapter: PublishedChapter): string | undefined {
  const { content, note_before, note_after } = chapter;
  if (content === null) return undefined;
  const warnings = ownWarnings(chapter as Warned).map((name) => contentWarnings[name]);
  const aside = (note: string | null) => (note ? `<blockquote>${toXhtml(note)}</blockquote>` : '');
  return [
    warnings.length === 0 ? '' : `<p>Content warnings: ${warnings.join(', ')}</p>`,
    aside(note_before),
    toXhtml(content),
    aside(note_after),
  ].join('');
}
