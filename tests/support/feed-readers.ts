import { parseFeed } from '@rowanmanning/feed-parser';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import RssParser from 'rss-parser';

/** An entry as independent feed readers agree on it. */
interface ReadEntry {
  id: string;
  title: string;
  link: string;
}

const rssParser = new RssParser();

/** A feed in Atom as three readers see it, each with its title, its entries and the address of its next page. */
export async function readAtom(text: string) {
  const smith = parseAtomFeed(text);
  const rss = await rssParser.parseString(text);
  const rowan = parseFeed(text);
  const next = smith.links?.find(({ rel }) => rel === 'next')?.href;
  return {
    smith,
    next,
    titles: [smith.title?.value, rss.title, rowan.title],
    entries: [
      (smith.entries ?? []).map(({ id, title, links }) => ({
        ...{ id: id ?? '', title: title?.value ?? '' },
        link: links?.find(({ rel }) => rel === 'alternate')?.href ?? '',
      })),
      rss.items.map((item) => ({
        ...{ id: (item as { id?: string }).id ?? '', title: item.title ?? '', link: item.link ?? '' },
      })),
      rowan.items.map(({ id, title, url }) => ({ id: id ?? '', title: title ?? '', link: url ?? '' })),
    ] satisfies ReadEntry[][],
  };
}

/** A JSON Feed as a reader sees it. */
export function readJsonFeed(text: string) {
  return parseJsonFeed(text);
}
