import { useEffect } from 'react';
import type { Story } from '#features/stories/contract/stories.ts';

/** The slugs of visited stories that readers can find by slug only, because they have no chapter yet or are read by link. */
const slugs = new Map<number, string>();

/** The identifier under which the API finds a story: its id, or its slug where readers need that. */
export function apiIdOfStory(id: number): string {
  return slugs.get(id) ?? String(id);
}

/** Keeps the identifier for a page that shows nothing of the story, such as the one after a sign-in elsewhere. */
export function rememberApiId(id: number, apiId: string): void {
  slugs.set(id, apiId);
}

/** Must precede components that make calls about the story: effects run in page order. */
export function RegisterStoryApiId({ story }: { story: RegisteredStory }) {
  const { id, slug, chapter_count, visibility } = story;
  useEffect(() => {
    if (chapter_count === 0 || visibility === 'link') slugs.set(id, slug);
    else slugs.delete(id);
  }, [id, slug, chapter_count, visibility]);
  return null;
}

type RegisteredStory = Pick<Story, 'id' | 'slug' | 'chapter_count' | 'visibility'>;
