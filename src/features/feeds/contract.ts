/** Feeds: what is new, for feed readers, and catalogues of books for reading programs. */

export const feedMessages = {
  notFound: 'There is no such feed',
  moved: 'This feed has a new address',
  badPage: 'Page must be a whole number, and not too large',
};
