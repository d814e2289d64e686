import { decodedSegment, pathOnSite } from '#base/site-address.ts';
import { findAnyStoryId } from '#features/stories/service/moderation.ts';
import type { Connection } from '#platform/database/database.ts';

/** The maximum number of words to try as addresses: some people send several, or a sentence around one. */
const MAX_WORDS = 20;

/** The story at an address of this site, including former ones. The URL parser reads the address as a browser would. */
export async function findStoryByAddress(
  connection: Connection,
  publicUrl: string,
  text: string,
): Promise<number | undefined> {
  for (const word of text.split(/\s+/).slice(0, MAX_WORDS)) {
    const slug = slugFrom(word, publicUrl);
    const storyId = slug === undefined ? undefined : await findAnyStoryId(connection, slug);
    if (storyId !== undefined) return storyId;
  }
  return undefined;
}

function slugFrom(word: string, publicUrl: string): string | undefined {
  const [, section, slug] = pathOnSite(word, publicUrl)?.split('/') ?? [];
  if (section !== 'story' || slug === undefined || slug === '' || slug.length > 200) return undefined;
  return decodedSegment(slug);
}
