/** Bookmarks: stories that a reader wants to return to, visible to nobody else. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { hiddenCountsSchema, hiddenInput } from '#features/hidden/contract.ts';
import { STORY_PAGE_SIZE, storyIdOrSlug, storySchema } from '#features/stories/contract/stories.ts';

export const bookmarkMessages = {
  loadFailed: 'Failed to load bookmarked stories',
  none: "You haven't bookmarked any stories yet.",
};

const bookmarkSchema = z.object({ isBookmarked: z.boolean(), bookmark_count: z.int() });

export const addBookmark = defineCall({
  name: 'addBookmark',
  method: 'POST',
  path: '/tracking/stories/{id}/bookmark',
  summary: 'Bookmarks a story. Repeating it changes nothing.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: storyIdOrSlug }),
  data: bookmarkSchema,
  errors: ['not-found', 'moved'],
});

export const removeBookmark = defineCall({
  name: 'removeBookmark',
  method: 'DELETE',
  path: '/tracking/stories/{id}/bookmark',
  summary: 'Removes a bookmark. Repeating it changes nothing.',
  access: 'signed-in',
  rateLimit: 'write',
  input: z.object({ id: storyIdOrSlug }),
  data: bookmarkSchema,
  errors: ['not-found', 'moved'],
});

export const checkBookmark = defineCall({
  name: 'checkBookmark',
  method: 'GET',
  path: '/tracking/stories/{id}/bookmark/check',
  summary: 'Whether you have bookmarked a story.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({ id: storyIdOrSlug }),
  data: z.object({ isBookmarked: z.boolean() }),
  errors: ['not-found', 'moved'],
});

export const listBookmarks = defineCall({
  name: 'listBookmarks',
  method: 'GET',
  path: '/tracking/stories/bookmarks',
  summary: 'The stories you have bookmarked, latest bookmark first, without those that you cannot open now.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({ ...pagingInput(STORY_PAGE_SIZE), ...hiddenInput }),
  data: z.object({
    hidden: hiddenCountsSchema,
    bookmarks: z.array(storySchema.extend({ bookmarked_at: z.iso.datetime() })),
    pagination: paginationSchema,
  }),
  errors: [],
});
