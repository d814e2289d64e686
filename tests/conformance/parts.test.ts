import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '#tests/support/page-text.ts';
import { renderedParts } from '#tests/support/rendered-parts.ts';

const { htmlOf } = await renderedParts();

const user = {
  id: 1,
  account_id: 1,
  username: 'nell-carver',
  email: 'nell@example.org',
  role: 'user',
  email_verified: 0,
  bio: '',
  profile: { display_name: '', bio: '', profile_picture_url: null },
  created_at: '2026-01-01T00:00:00.000Z',
  profile_public: false,
  has_password: true,
  has_google: false,
  username_chosen: true,
};

const tags = Array.from({ length: 8 }, (_, at) => ({ name: `tag ${at + 1}`, trending_score: 0 }));
const story = {
  id: 1,
  slug: 'a-story',
  url: '/story/a-story',
  title: 'A Story',
  synopsis: '',
  author_username: 'nell-carver',
  author_display_name: 'Nell Carver',
  author_id: 1,
  visibility: 'public',
  status: null,
  language: null,
  warnings: null,
  series: [],
  tags,
  upvote_count: 1_250_000,
  downvote_count: 0,
  view_count: 12_300,
  bookmark_count: 0,
  chapter_count: 1,
  word_count: 10,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

function assertHasTexts(html: string, texts: string[]): void {
  const shown = textOf(html);
  for (const text of texts) assert.ok(shown.includes(text), `“${text}” in: ${shown}`);
}

// Spec 2, Home: Card: title, author, up to 6 tags with ‘+N more’
// Spec 2, Home: Counts abbreviated with K and M
test('a card shows six tags and the number of others, with counts in K and M', async () => {
  const html = await htmlOf('features/stories/components/story-card.tsx', 'StoryCard', { story });
  assertHasTexts(html, ['tag 6', '+2 more', '12.3K views', '1.3M points']);
  assert.ok(!textOf(html).includes('tag 7'));
});

// Spec 2, Search: Story cards: title, author, tags, views, upvotes
test('a story’s votes are the same number with the same label everywhere, without downvotes', async () => {
  const voted = { ...story, upvote_count: 131, downvote_count: 5 };
  const hit = {
    ...voted,
    tags: [],
    title_parts: [{ text: 'A Story', is_match: false }],
    snippet: null,
  };
  const props = { story: voted };
  const card = await htmlOf('features/stories/components/story-card.tsx', 'StoryCard', props);
  const row = await htmlOf('features/search/components/story-hit-row.tsx', 'StoryHitRow', { story: hit });
  const stats = await htmlOf('features/stories/components/story-stats.tsx', 'StoryStats', props);
  const votes = { story: voted, variant: 'page' };
  const page = await htmlOf('features/reactions/parts/vote-buttons.tsx', 'VoteButtons', votes);
  for (const html of [card, row, stats, page]) {
    assertHasTexts(html, ['126 points']);
    assert.doesNotMatch(html, /\d+ downvote/);
  }
  // The figure that the specification names for a story in search results.
  assertHasTexts(row, ['131 upvotes']);
  for (const downvote_count of [131, 140]) {
    const disputed = { story: { ...hit, downvote_count } };
    const text = textOf(
      await htmlOf('features/search/components/story-hit-row.tsx', 'StoryHitRow', disputed),
    );
    assert.match(text, /131 upvotes/);
    assert.doesNotMatch(text, /points|downvote/);
  }
});

test('zero counts are hidden on stories, in lists and beside names', async () => {
  const unread = { ...story, upvote_count: 0, view_count: 0, bookmark_count: 0 };
  const hit = { ...unread, tags: [], title_parts: [{ text: 'A Story', is_match: false }], snippet: null };
  const author = {
    id: 1,
    account_id: 1,
    username: 'nell-carver',
    display_name: 'Nell Carver',
    profile_picture_url: null,
    created_at: '2026-11-11T00:00:00.000Z',
    story_count: 1,
    total_views: 0,
    total_upvotes: 0,
    top_story: null,
    author_trending_score: 0.04,
  };
  const shown = [
    await htmlOf('features/stories/components/story-card.tsx', 'StoryCard', {
      story: { ...unread, word_count: 300 },
    }),
    await htmlOf('features/search/components/story-hit-row.tsx', 'StoryHitRow', { story: hit }),
    await htmlOf('features/stories/components/story-stats.tsx', 'StoryStats', { story: unread }),
    await htmlOf('features/reactions/parts/vote-buttons.tsx', 'VoteButtons', {
      story: unread,
      variant: 'page',
    }),
    await htmlOf('features/reactions/parts/bookmark-button.tsx', 'BookmarkButton', {
      story: unread,
      variant: 'page',
    }),
    await htmlOf('features/authors/parts/author-card.tsx', 'AuthorCard', { author }),
  ];
  for (const html of shown) assert.doesNotMatch(textOf(html).replaceAll('10 words', ''), /\b0\b/);
  assertHasTexts(shown[5] ?? '', ['1 story']);
});

// Spec 2, Writing: Title counter N/100, grey, yellow above 80, red above 100
test('a counter is grey, yellow above 80 %, red above 100 %, with a text where specified', async () => {
  const counter = (count: number, texts = {}) =>
    htmlOf('ui/character-counter.tsx', 'CharacterCounter', { count, limit: 100, warnAbove: 80, ...texts });
  const table: [count: number, state: string | undefined][] = [
    [0, undefined],
    [80, undefined],
    [81, 'near'],
    [100, 'near'],
    [101, 'over'],
  ];
  for (const [count, state] of table) {
    const html = await counter(count);
    assert.ok(html.includes(`${count}/100`), html);
    assert.equal(/_(near|over)\b/.exec(html)?.[1], state, String(count));
  }
});

// Spec 2, Browse Tags: Tiles lead to /tag/{name}; count singular or plural
// Spec 2, Browse Tags: Trending: badge where the score is positive, bar capped at 100
test('a read tag shows a badge and a bar that ends at 100, and the singular for one story', async () => {
  const tag = (name: string, story_count: number, trending_score: number) => ({
    id: story_count,
    name,
    story_count,
    count: story_count,
    trending_score,
  });
  const shown = [tag('sea', 1, 140), tag('gothic', 2, 0)];
  const html = await htmlOf('features/tags/components/tag-list.tsx', 'TagList', {
    tags: shown,
    label: 'Trending',
    hasTrend: true,
  });
  assertHasTexts(html, ['sea, Trending, 1 story', 'gothic, 2 stories']);
  assert.deepEqual(
    [...html.matchAll(/ width="([\d.]+)%?"/g)]
      .map(([, width]) => Number(width))
      .filter((width) => width > 100),
    [],
  );
});

// Spec 2, Browse Tags: Previous / ‘Page x of y’ / Next
test('tags are paged by Previous and Next, with the position between them', async () => {
  const hrefFor = (page: number) => `/tags?page=${page}`;
  const html = await htmlOf('features/tags/components/previous-next-links.tsx', 'PreviousNextLinks', {
    page: 2,
    pages: 3,
    hrefFor,
  });
  assertHasTexts(html, ['Page 2 of 3', 'Previous', 'Next']);
  assert.ok(html.includes('href="/tags?page=1"') && html.includes('href="/tags?page=3"'));
});

// Spec 2, Search: Popular tags as toggle chips; over 999 as 1.Nk
test('a tag in the search abbreviates counts above 999', async () => {
  const params = {
    q: '',
    type: 'all',
    sort: 'relevance',
    tags: [],
    titleOnly: false,
    page: 1,
    authorsPage: 1,
    filter: {},
  };
  const popularTags = [
    { name: 'sea', count: 1234 },
    { name: 'gothic', count: 999 },
    { name: 'novella', count: 1 },
  ];
  const props = { params, popularTags, hasNoTags: false };
  const html = await htmlOf('features/search/components/search-filters.tsx', 'SearchFilters', props);
  assertHasTexts(html, ['sea 1.2k stories', 'gothic 999 stories', 'novella 1 story']);
});

// Spec 2, Login, Register, Profile: ‘Profile Information’: read-only Username with note, Bio (4 rows, placeholder), ‘Save Profile’
// Spec 2, Login, Register, Profile: Account Settings: Change Password with three fields and ‘Update Password’
// Spec 2, Login, Register, Profile: Account Verification only while not verified, with resend
// Spec 2, Login, Register, Profile: Danger Zone: typing DELETE exactly plus the password, then /login
// Spec 5: Username not editable
test('profile and settings have the specified texts', async () => {
  const profile = await htmlOf('features/accounts/components/profile-information.tsx', 'ProfileInformation', {
    user,
  });
  assertHasTexts(profile, [
    'Profile Information',
    'Username',
    'Your username cannot be changed.',
    'Save Profile',
  ]);
  assert.match(profile, /<textarea [^>]*rows="4" placeholder="Tell us about yourself\.\.\."/);
  assert.match(profile, /readOnly="" [^>]*name="username"/);
  const settings = (email_verified: number) =>
    htmlOf('features/accounts/components/account-settings.tsx', 'AccountSettings', {
      user: { ...user, email_verified },
      hasGoogle: false,
    });
  const texts = [
    'Account Settings',
    'Change Password',
    'Current Password',
    'New Password',
    'Confirm New Password',
  ];
  assertHasTexts(await settings(0), [
    ...texts,
    'Update Password',
    'Account Verification',
    'Danger Zone',
    'Delete Account',
  ]);
  assert.ok(!textOf(await settings(1)).includes('Account Verification'));
  const bare = await htmlOf('features/stories/parts/my-stories.tsx', 'MyStories', { accountId: undefined });
  assertHasTexts(bare, ['No account_id available to fetch stories']);
});

// Spec 2, Story page: Author: Edit Story, Add Chapter, Delete Story, Edit Synopsis
// Spec 2, Story page: Chapter list with links; the author gets an edit link for each
// Spec 2, Chapter page: ‘Chapter {order}’ where there is no title
// Spec 2, Writing: Edit story: back link, slug with example, synopsis, tags by commas, ‘Update Story’
test('the story’s tools and form have the specified texts', async () => {
  const actions = await htmlOf('features/stories/components/author-actions.tsx', 'AuthorActions', { story });
  assertHasTexts(actions, ['Edit Story', 'Add Chapter', 'Edit Synopsis', 'Delete Story']);
  const chapter = { id: 5, title: '', order: 3, word_count: 1, created_at: story.created_at };
  const list = { slug: story.slug, chapters: [chapter], isEditable: true };
  const chapters = await htmlOf('features/chapters/parts/chapter-list.tsx', 'ChapterList', list);
  assertHasTexts(chapters, ['Chapter 3', 'Edit']);
  assert.ok(chapters.includes('href="/story/a-story/chapter/5/edit"'));
  const form = await htmlOf('features/stories/components/edit-story-form.tsx', 'EditStoryForm', {
    user,
    story,
    penNames: [],
  });
  assertHasTexts(form, [
    'Back to Story',
    'Title',
    'Slug',
    '/story/a-story',
    'Synopsis',
    'Tags',
    'Update Story',
  ]);
});

test('the parts of a list are separated in plain text', async () => {
  const entry = (id: number, title: string, published_at: string) => ({
    id,
    title,
    order: id,
    word_count: 3359,
    created_at: published_at,
    state: 'published',
    publish_at: null,
    published_at,
    kind: 'chapter',
    volume: null,
    warnings: null,
  });
  const listOf = (chapters: object[]) =>
    htmlOf('features/chapters/parts/chapter-list.tsx', 'ChapterList', {
      slug: story.slug,
      chapters,
      isEditable: true,
    });
  const first = entry(1, 'I', '2026-11-22T00:00:00.000Z');
  const list = await listOf([first, entry(2, 'II', '2026-11-23T00:00:00.000Z')]);
  assertHasTexts(list, ['I – 3,359 words, 14 min, 22 November 2026, Edit', 'II – 3,359 words']);
  // The day that all chapters share is said once.
  const ofOneDay = await listOf([first, entry(2, 'II', '2026-11-22T09:00:00.000Z')]);
  assertHasTexts(ofOneDay, [
    'All published on 22 November 2026',
    'I – 3,359 words, 14 min, Edit',
    'II – 3,359 words',
  ]);
});

// Spec 2, Browse Tags: ‘No tags available’
// Spec 7: Built-in tags where the call fails or is empty
// Spec 8: Shown: what a page could not load
test('a failure to load tags is shown beside the default tags', async () => {
  const state = { sort: 'trending', page: 1 };
  for (const [tagSort, text] of [
    ['trending', 'Failed to load trending tags'],
    ['popular', 'Failed to load popular tags'],
  ]) {
    const props = { tags: undefined, state: { ...state, tagSort }, busy: false };
    assertHasTexts(await htmlOf('features/stories/components/home-tags.tsx', 'HomeTags', props), [
      text ?? '',
      'Novella',
    ]);
  }
  const sidebar = (trendingTags: string[] | undefined) =>
    htmlOf('features/stories/components/story-sidebar.tsx', 'StorySidebar', { related: [], trendingTags });
  assertHasTexts(await sidebar(undefined), ['Failed to load trending tags']);
  assertHasTexts(await sidebar([]), ['No tags available']);
});
