import { sql } from 'kysely';
import { api } from '#app/api.ts';
import { STORY_SORTS } from '#features/stories/contract/sorts.ts';
import type { Database } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import { anonymous } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { vocabulary } from './generated-library.ts';

/** One request of a call; `number` counts the earlier ones, so that no two requests need be equal. */
export interface MeasuredCall {
  name: string;
  run(context: Context, round: number): Promise<void>;
}

const byName = new Map(api.map((implementation) => [implementation.call.name, implementation]));

async function runCall(context: Context, name: string, input: object, caller: Caller): Promise<void> {
  const outcome = await byName.get(name)?.run(context, input, caller);
  if (!outcome?.ok)
    throw new Error(`${name} ${JSON.stringify(input)}: ${outcome?.message ?? 'no such call'}`);
}

/** Every kind of call on a library, with the library's own slugs, tags and words as input. */
export async function measuredCallsOf(db: Database): Promise<MeasuredCall[]> {
  const words = await vocabulary();
  const word = (index: number) => words[index] ?? '';
  const { rows } = await sql<Library>`
    select (select max(id) from stories) as stories, (select count(*) from accounts) as accounts,
      (select name from tags order by story_count desc, id limit 1) as common_tag,
      (select name from tags where story_count > 0 order by story_count, id limit 1) as rare_tag,
      (select name from tags order by story_count desc, id offset 2 limit 1) as other_tag,
      (select username from accounts join author_stats on account_id = id order by story_count desc limit 1) as author,
      (select regexp_replace(search_plain_text(content), '^\\s+', '') from chapters where story_id = 1 limit 1) as text
    `.execute(db);
  const [library] = rows;
  if (library === undefined) throw new Error('an empty library');
  const { stories, accounts, common_tag, rare_tag, other_tag, author, text } = library;
  const sentence = text
    .replaceAll(/[.\s]+/g, ' ')
    .trim()
    .split(' ')
    .slice(4, 14)
    .join(' ');
  const story = (round: number) => 1 + ((round * 7_919) % stories);
  const measuredCalls: MeasuredCall[] = [];
  const read = (what: string, name: string, input: (round: number) => object) =>
    measuredCalls.push({
      name: what,
      run: (context, round) => runCall(context, name, input(round), anonymous),
    });
  const write = (what: string, name: string, input: (round: number) => object) =>
    measuredCalls.push({
      name: what,
      run: (context, round) =>
        runCall(context, name, input(round), {
          account: {
            id: 1 + ((round * 13) % accounts),
            username: 'somebody',
            role: 'user',
            isVerified: true,
            sessionId: 0,
          },
          network: `${round}`,
          userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
          cookies: {},
        }),
    });
  for (const sort of STORY_SORTS) {
    read(`list, ${sort}`, 'frontpage', () => ({ sort }));
    read(`list, ${sort}, page 50`, 'frontpage', () => ({ sort, page: '50' }));
    read(`list of the commonest tag, ${sort}`, 'frontpage', () => ({ sort, tag: common_tag }));
  }
  read('list of a rare tag', 'frontpage', () => ({ tag: rare_tag }));
  read('all stories', 'listStories', () => ({}));
  read('all stories, page 50', 'listStories', () => ({ page: '50' }));
  read('story by id', 'getStory', (round) => ({ id: String(story(round)) }));
  read('story by slug', 'getStory', (round) => ({ id: `story-${story(round)}` }));
  read('related stories', 'relatedStories', (round) => ({ id: String(story(round)) }));
  read('chapters of a story', 'listChapters', (round) => ({ id: String(story(round)) }));
  read('chapter', 'getChapter', (round) => ({
    id: String(story(round)),
    chapterId: String((story(round) - 1) * 10 + 1 + (round % 10)),
  }));
  for (const sort of ['trending', 'top']) {
    read(`authors, ${sort}`, 'listAuthors', () => ({ sort }));
    read(`authors, ${sort}, page 5`, 'listAuthors', () => ({ sort, page: '5' }));
  }
  read('author', 'getAuthor', () => ({ username: author }));
  read('stories of the busiest author', 'authorStories', () => ({ username: author }));
  for (const sort of ['name', 'trending', 'popularity'])
    read(`tags by ${sort}`, 'listTags', () => ({ sort }));
  read('tags that match', 'listTags', () => ({ query: common_tag.slice(0, 4) }));
  read('top tags', 'topTags', () => ({}));
  read('all tags of the home page', 'frontpageTags', () => ({}));
  read('search, a rare word', 'search', () => ({ query: word(9_000) }));
  read('search, a common word', 'search', () => ({ query: word(60) }));
  read('search, two common words', 'search', () => ({ query: `${word(60)} ${word(75)}` }));
  read('search, common words in order', 'search', () => ({ query: `"${word(60)} ${word(75)}"` }));
  read('search, a remembered sentence', 'search', () => ({ query: sentence }));
  read('search, a mistyped word', 'search', () => ({ query: swapped(word(9_000)) }));
  read('search, an unfinished word', 'search', () => ({ query: word(9_000).slice(0, 4) }));
  read('search, a common word newest first', 'search', () => ({ query: word(60), sort: 'newest' }));
  read('search, two tags', 'search', () => ({ tags: `${common_tag},${other_tag}` }));
  read('search, an author', 'search', () => ({ query: author.replace('-', ' '), type: 'authors' }));
  read('suggestions, two letters', 'suggestions', () => ({ query: word(9_000).slice(0, 2) }));
  read('suggestions, five letters', 'suggestions', () => ({ query: word(9_000).slice(0, 5) }));
  read('suggestions, a mistyped word', 'suggestions', () => ({ query: swapped(word(9_000)) }));
  write('vote', 'castVote', (round) => ({
    id: String(story(round)),
    vote_type: Math.floor(round / 2) % 2 === 0 ? 'upvote' : 'downvote',
  }));
  write('view', 'countView', (round) => ({ id: String(story(round)) }));
  write('bookmark', 'addBookmark', (round) => ({ id: String(story(round)) }));
  write('own votes and bookmarks of 20 stories', 'readStates', (round) => ({
    ids: Array.from({ length: 20 }, (_, nth) => story(round * 20 + nth)).join(','),
  }));
  write('own bookmarks', 'listBookmarks', () => ({}));
  return measuredCalls;
}

interface Library {
  stories: number;
  accounts: number;
  common_tag: string;
  rare_tag: string;
  other_tag: string;
  author: string;
  text: string;
}

const swapped = (word: string) => `${word.slice(0, 2)}${word[3] ?? ''}${word[2] ?? ''}${word.slice(4)}`;
