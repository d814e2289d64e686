/** Books: stories, series and reading lists as EPUB, to be taken away. */

/** A collection with more words is cut after a whole story, and says so. */
export const MAX_BOOK_WORDS = 2_000_000;
export const MAX_BOOK_STORIES = 200;

export const bookMessages = {
  notFound: 'There is no such book',
  nothingPublished: 'No chapters have been published yet, so there is nothing to take away.',
  switchedOff: 'The author prefers this to be read here, and offers no book of it.',
  membersOnly: 'This is for members. Log in, and download it from its page.',
  busy: 'Many books are being made right now. Please try again in a moment.',
  badDate: 'Since must be a date, such as 2026-11-23',
};
