import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { z } from 'zod';
import { api } from '#app/api.ts';
import { userSchema } from '#features/accounts/contract/session.ts';
import { authorSchema } from '#features/authors/contract.ts';
import { chapterSchema } from '#features/chapters/contract/chapters.ts';
import { subscribe } from '#features/newsletter/contract/newsletter.ts';
import { SHARE_PLATFORMS } from '#features/reactions/contract/reading.ts';
import { VOTE_TYPES } from '#features/reactions/contract/votes.ts';
import { SUGGESTION_TYPES, search, storyHitSchema } from '#features/search/contract.ts';
import { frontpage, storySchema } from '#features/stories/contract/stories.ts';
import { listTags, tagSchema, topTags } from '#features/tags/contract/tags.ts';
import { submitTakedown, TAKEDOWN_TYPES } from '#features/takedown/contract.ts';

/** Method and path, the input beside the path, the fields of `data`. */
const calls: [call: string, sent: string, data: string][] = [
  ['POST /accounts/login', 'username password', 'token refreshToken user'],
  ['POST /accounts/signup', 'username email password', 'token refreshToken user'],
  ['POST /auth/logout', 'refreshToken', ''],
  ['GET /auth/google/login', '', 'auth_url'],
  ['POST /auth/google/callback', 'code', 'token refreshToken user'],
  ['POST /auth/refresh', 'refreshToken', 'token refreshToken'],
  ['GET /accounts/profile', '', 'username email account_id id role email_verified profile'],
  ['PUT /accounts/profile', 'display_name bio', ''],
  ['PUT /accounts/password', 'old_password new_password', ''],
  ['POST /accounts/delete', 'password', ''],
  ['POST /auth/verify-email', '', ''],
  ['GET /auth/verify-email/{token}', '', ''],
  [
    'POST /account/legal/takedown',
    'request_type requester_name requester_email requester_title content_url content_description reason owner_info address electronic_signature additional_info',
    '',
  ],
  ['POST /newsletter/subscribe', 'email preferences', ''],
  ['POST /newsletter/unsubscribe', 'email', ''],
  ['PUT /newsletter/preferences', 'email preferences', ''],
  ['GET /search/suggestions', 'query', 'suggestions'],
  ['GET /search', 'query type page limit match_title_only tags', 'stories authors pagination'],
  ['GET /search/tags/top', 'limit sort', 'tags'],
  ['GET /frontpage/tags/all', '', 'tags'],
  ['GET /search/tags', 'query page limit sort', 'tags pagination'],
  ['GET /frontpage', 'sort page limit tag', 'stories pagination'],
  ['GET /stories', 'account_id', 'stories'],
  ['GET /stories/{id}', '', 'id slug title'],
  ['GET /stories/{id}/related', '', 'stories'],
  ['POST /stories', 'title tags', 'id slug'],
  ['PUT /stories/{id}', 'title slug synopsis tags', ''],
  ['DELETE /stories/{id}', '', ''],
  ['PUT /stories/{id}/synopsis', 'synopsis', ''],
  ['GET /stories/{id}/chapters', '', 'chapters'],
  ['GET /stories/{id}/chapters/{chapterId}', '', 'id title content order created_at'],
  ['POST /stories/{id}/chapters', 'title content order', 'id'],
  ['PUT /stories/{id}/chapters/{chapterId}', 'title content order', ''],
  ['DELETE /stories/{id}/chapters/{chapterId}', '', ''],
  ['POST /stories/{id}/report', 'reason', ''],
  ['POST /authors/{accountId}/report', 'reason', ''],
  ['POST /tracking/stories/{id}/view', '', ''],
  ['POST /tracking/stories/{id}/vote', 'vote_type', ''],
  ['POST /tracking/stories/{id}/share', 'shared_platform', ''],
  ['POST /tracking/stories/{id}/read-time', 'chapter_id read_time_seconds completed', ''],
  ['POST /tracking/stories/{id}/bookmark', '', ''],
  ['DELETE /tracking/stories/{id}/bookmark', '', ''],
  ['GET /tracking/stories/bookmarks', '', 'bookmarks'],
  ['GET /tracking/stories/{id}/bookmark/check', '', 'isBookmarked'],
  ['GET /tracking/stories/{id}/vote/check', '', 'voteStatus'],
  ['GET /accounts/users/{username}', '', 'profile'],
  ['GET /accounts/users/{username}/stories', '', 'stories'],
  ['GET /authors', 'sort page limit', 'authors pagination'],
];

const names = (text: string) => text.split(' ').filter(Boolean);
/** The fields of an object schema, of one with a transformation, or of the first of several forms. */
function fieldsOf(schema: unknown): string[] {
  const { shape, def } = schema as { shape?: object; def?: { in?: unknown; options?: unknown[] } };
  if (def?.options !== undefined) return fieldsOf(def.options[0]);
  return shape !== undefined ? Object.keys(shape) : def?.in === undefined ? [] : fieldsOf(def.in);
}

// Spec 3: Auth tokens: token, refreshToken
// Spec 3: Takedown fields; default dmca
// Spec 7: Every call: method, path, payload, what is read
// Interface, Accounts: Sign-up answers 201 with token, refreshToken and user
// Interface, In general: A client that knows only the specification finds every call, field and default
test('every specified call exists with its input and output', () => {
  for (const [name, sent, data] of calls) {
    const call = api.find((handler) => `${handler.call.method} ${handler.call.path}` === name)?.call;
    assert.ok(call, name);
    for (const field of names(sent))
      assert.ok(fieldsOf(call.input).includes(field), `${name} takes ${field}`);
    for (const field of names(data)) assert.ok(fieldsOf(call.data).includes(field), `${name} gives ${field}`);
  }
});

// Spec 3: Fields of user, story, chapter, tag, author, found story
// Spec 3: Vote and bookmark status, suggestion types, pagination of both kinds
// Interface, Stories: A story has the fields of the interface
// Interface, Search, tags, authors: An author has the fields of the interface
// Interface, In general: A client that knows only the specification finds every call, field and default
test('every specified field exists', () => {
  const table: [what: string, schema: z.ZodType, fields: string][] = [
    ['user', userSchema, 'username email account_id id role email_verified bio profile'],
    [
      'story',
      storySchema,
      'id title slug url author_username tags created_at upvote_count downvote_count view_count bookmark_count synopsis',
    ],
    ['chapter', chapterSchema, 'id title order content created_at'],
    ['tag', tagSchema, 'id name trending_score story_count count'],
    [
      'author',
      authorSchema,
      'username id profile_picture_url bio display_name created_at story_count total_views total_upvotes top_story author_trending_score',
    ],
    ['story found', storyHitSchema, 'id title slug url author_username tags'],
  ];
  for (const [what, schema, fields] of table) {
    const has = fieldsOf(schema);
    for (const field of names(fields)) assert.ok(has.includes(field), `${what}.${field}`);
  }
  assert.deepEqual(fieldsOf(search.data.shape.pagination), ['stories', 'authors']);
  assert.deepEqual([...SUGGESTION_TYPES], ['story', 'author', 'tag']);
  assert.deepEqual([...VOTE_TYPES], ['upvote', 'downvote', 'none']);
  assert.deepEqual([...SHARE_PLATFORMS], ['twitter', 'facebook', 'email', 'copy']);
  assert.deepEqual([...TAKEDOWN_TYPES], ['dmca', 'copyright', 'trademark', 'other']);
});

// Spec 3: Newsletter preferences all true; tag list defaults
// Spec 7: Defaults of limit, sort, page
// Spec 9: Default sorts: trending, name, relevance
// Interface, In general: A client that knows only the specification finds every call, field and default
test('omitted parameters have the specified defaults', () => {
  const hidesNothing = { hidden: '', show_hidden: 'false' };
  assert.deepEqual(listTags.input.parse({}), {
    ...{ page: 1, limit: 20, sort: 'name', query: '' },
    ...hidesNothing,
  });
  assert.deepEqual(topTags.input.parse({}), { limit: 12, sort: 'trending', ...hidesNothing });
  const { sort, page, limit } = frontpage.input.parse({});
  assert.deepEqual({ sort, page, limit }, { sort: 'trending', page: 1, limit: 18 });
  const input = search.input.parse({ query: 'lamp' });
  assert.deepEqual(
    [input.type, input.sort, input.limit, input.match_title_only],
    ['all', 'relevance', 12, 'false'],
  );
  assert.deepEqual(subscribe.input.parse({ email: 'reader@example.org' }).preferences, {
    newStories: true,
    featuredAuthors: true,
    weeklyUpdates: true,
  });
  assert.equal(
    submitTakedown.input.safeParse({}).error?.issues.some(({ path }) => path[0] === 'request_type'),
    false,
  );
});
