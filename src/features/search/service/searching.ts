import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { invalidField, type Outcome, success } from '#base/failure.ts';
import { pagination } from '#base/paging.ts';
import { authorsByIds } from '#features/authors/service.ts';
import { tagByName } from '#features/tags/service.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Services } from '#platform/runtime/services.ts';
import { SEARCH_TAGS_MAXIMUM, type search, searchMessages } from '../contract.ts';
import {
  composeQueries,
  type Exclusion,
  isOnlyExclusion,
  readQuery,
  tooCommonToExclude,
} from '../rules/query.ts';
import { withoutExcluded } from '../store/exclusion.ts';
import { searching } from '../store/session.ts';
import { storiesByTags } from '../store/stories.ts';
import { readTerms } from '../store/terms.ts';
import { storyHits } from './hits.ts';
import { type Found, look, type Scope } from './looking.ts';
import { lookForSome } from './looking-for-some.ts';
import { respellings } from './respelling.ts';

/** Fewer than this, and it may have been mistyped or misremembered. */
const LITTLE = 3;

type Input = ParsedInputOf<typeof search>;
type Answer = DataOf<typeof search>;

export async function searchEverything({ db }: Services, input: Input): Promise<Outcome<Answer>> {
  const query = input.query.trim();
  const tags = [...new Set(input.tags.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '');
  if (query === '' && tags.length === 0) return invalidField('query', searchMessages.queryRequired);
  if (tags.length > SEARCH_TAGS_MAXIMUM) return invalidField('tags', searchMessages.tooManyTags);
  const answer = await searching(db, async (connection) => {
    const tagIds = await idsOfTags(connection, tags);
    // A tag that nobody uses stands on no story.
    if (tagIds === undefined) return answerWith(connection, nothing, input);
    const scope: Scope = {
      stories: input.type !== 'authors',
      // Authors have no tags.
      authors: input.type !== 'stories' && tags.length === 0,
      titleOnly: input.match_title_only === 'true',
      tagIds,
      sort: input.sort,
    };
    if (query === '') return answerWith(connection, await listTagged(connection, scope, noExclusion), input);
    const asked = readQuery(query);
    if (isOnlyExclusion(asked)) {
      const terms = await readTerms(connection, asked);
      const { exclusion } = composeQueries(terms);
      const found =
        tagIds.length > 0
          ? { ...(await listTagged(connection, scope, exclusion)), terms }
          : { ...nothing, notice: searchMessages.onlyExcluding };
      return answerWith(connection, found, input);
    }
    return answerWith(connection, await find(connection, query, scope), input);
  });
  return success(answer, answer.notice ?? (answer.is_complete ? undefined : searchMessages.notAll));
}

const noExclusion: Exclusion = { query: '', loose: '' };

interface Finding extends Found {
  showingFor: string | null;
  isPartial: boolean;
  notice?: string;
}

const nothing: Finding = {
  marks: { title: '', text: '' },
  terms: [],
  exclusion: noExclusion,
  stories: [],
  authors: [],
  isComplete: true,
  isScattered: false,
  showingFor: null,
  isPartial: false,
};

/** The stories with all of the tags, without what is excluded. */
async function listTagged(connection: Connection, scope: Scope, exclusion: Exclusion): Promise<Finding> {
  if (!scope.stories) return nothing;
  const { ids, isComplete } = await storiesByTags(connection, scope);
  const kept = await withoutExcluded(connection, ids, exclusion);
  const stories = kept.ids.map((id) => ({ id, chapterId: null }));
  return { ...nothing, stories, isComplete: isComplete && kept.isComplete };
}

/** What was typed; where that finds little, what was likely meant; where that does too, what has most of the words. */
async function find(connection: Connection, typed: string, scope: Scope): Promise<Finding> {
  const finding: Finding = { ...nothing, ...(await look(connection, typed, scope)) };
  const count = ({ stories, authors }: Pick<Found, 'stories' | 'authors'>) => stories.length + authors.length;
  if (count(finding) >= LITTLE && !finding.isScattered) return finding;
  const guesses = await respellings(connection, typed);
  for (const [at, guess] of guesses.entries()) {
    const found = await look(connection, guess, scope);
    const isBetter = count(found) > count(finding);
    // Where no guess has all of its words together either, the likeliest is the one to go on with.
    if (isBetter || (at === 0 && count(finding) === 0)) Object.assign(finding, found, { showingFor: guess });
    if (isBetter) break;
  }
  if (finding.stories.length > 0 && !finding.isScattered) return finding;
  const some = await lookForSome(connection, finding, scope);
  const isPartial = count({ ...finding, ...some }) > count(finding);
  const isEmpty = count({ ...finding, ...some }) === 0;
  return { ...finding, ...some, isPartial, showingFor: isEmpty ? null : finding.showingFor };
}

/** The one that the fewest stories have comes first. */
async function idsOfTags(connection: Connection, names: readonly string[]): Promise<number[] | undefined> {
  const found: { id: number; story_count: number }[] = [];
  for (const name of names) {
    const tag = await tagByName(connection, name);
    if (tag === undefined) return undefined;
    found.push(tag);
  }
  return found.sort((a, b) => a.story_count - b.story_count || a.id - b.id).map(({ id }) => id);
}

/** One page of what was found, with what is shown of it. */
async function answerWith(
  connection: Connection,
  found: Finding,
  { page, authors_page: authorsPage = page, limit }: Pick<Input, 'page' | 'authors_page' | 'limit'>,
): Promise<Answer> {
  const pageOf = <Entry>(entries: Entry[], at: number) => entries.slice((at - 1) * limit, at * limit);
  return {
    stories: await storyHits(connection, pageOf(found.stories, page), found.marks),
    authors: await authorsByIds(connection, pageOf(found.authors, authorsPage)),
    pagination: {
      stories: pagination(page, limit, found.stories.length),
      authors: pagination(authorsPage, limit, found.authors.length),
    },
    showing_for: found.showingFor,
    is_partial: found.isPartial,
    is_complete: found.isComplete,
    notice: found.notice ?? noticeOf(found.terms),
  };
}

function noticeOf(terms: Found['terms']): string | null {
  const [common] = tooCommonToExclude(terms);
  return common === undefined ? null : searchMessages.tooCommonToExclude(common);
}
