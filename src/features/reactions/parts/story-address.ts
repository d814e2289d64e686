import { useEffect } from 'react';
import type { Story } from '#features/stories/contract.ts';

/** The stories of this visit that readers know by their slug alone, because they have no chapter yet. */
const slugs = new Map<number, string>();

/** The name under which calls find a story: its id, or its slug while it has no chapter. */
export function addressOfStory(id: number): string {
  return slugs.get(id) ?? String(id);
}

/** Stands before what makes calls about the story: effects run in the order of the page. */
export function StoryAddress({ id, slug, chapter_count }: Pick<Story, 'id' | 'slug' | 'chapter_count'>) {
  useEffect(() => {
    if (chapter_count === 0) slugs.set(id, slug);
    else slugs.delete(id);
  }, [id, slug, chapter_count]);
  return null;
}
