import { urls } from '#urls.ts';
import type { CatalogueBook, CatalogueRoot } from '../rules/catalogue.ts';
import { feedUrls } from '../rules/feed-urls.ts';

/** The path of a book's file. Reading programs send no session, so a private catalogue puts its token into it. */
export function bookPath({ slug }: Pick<CatalogueBook, 'slug'>, { token }: CatalogueRoot): string {
  return token === undefined ? `${urls.story(slug)}/book.epub` : feedUrls.privateBook(token, slug);
}
