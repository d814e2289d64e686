import { useEffect } from 'react';
import type { Story } from '#features/stories/contract/stories.ts';

/** The slugs of visited stories that readers can find by slug only, because they have no chapter yet. */
const slugs = new Map<number, string>();

/** The identifier under which the API finds a story: its id, or its slug while it has no chapter. */
export function apiIdOfStory(id: number): string {
  return slugs.get(id) ?? String(id);
}

/** Must precede components that make calls about the story: effects run in page order. */
export function RegisterStoryApiId({
  id,
  slug,
  chapter_count,
}: Pick<Story, 'id' | 'slug' | 'chapter_count'>) {
  useEffect(() => {
    if (chapter_count === 0) slugs.set(id, slug);
    else slugs.delete(id);
  }, [id, slug, chapter_count]);
  return null;
}
