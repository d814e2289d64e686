import { storyIdNamed } from '#features/stories/service/oversight.ts';
import type { Connection } from '#platform/database.ts';

/** So many words of a text are tried as addresses: some people send several, or a sentence around one. */
const MOST_WORDS = 20;

/** The story that an address of this site leads to, also by a former one of it. The address is read by the URL parser, as a browser would. */
export async function storyOfAddress(
  connection: Connection,
  publicUrl: string,
  text: string,
): Promise<number | undefined> {
  for (const word of text.split(/\s+/).slice(0, MOST_WORDS)) {
    const slug = slugIn(word, new URL(publicUrl));
    const storyId = slug === undefined ? undefined : await storyIdNamed(connection, slug);
    if (storyId !== undefined) return storyId;
  }
  return undefined;
}

/** People type addresses with and without the scheme, with www, or from the first slash on. */
function slugIn(word: string, site: URL): string | undefined {
  const address = [word, word.startsWith('/') ? site.origin + word : `https://${word}`].find(
    (one) => URL.canParse(one) && /^https?:$/.test(new URL(one).protocol),
  );
  if (address === undefined) return undefined;
  const url = new URL(address);
  if (url.hostname.replace(/^www\./, '') !== site.hostname.replace(/^www\./, '')) return undefined;
  const [, room, slug] = url.pathname.split('/');
  if (room !== 'story' || slug === undefined || slug === '' || slug.length > 200) return undefined;
  try {
    return decodeURIComponent(slug);
  } catch {
    return undefined;
  }
}
