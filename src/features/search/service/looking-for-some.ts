import type { Connection } from '#platform/database/database.ts';
import { singleWords, someOf } from '../rules/query.ts';
import { partialRelevance } from '../rules/relevance.ts';
import { authorsByWords } from '../store/authors.ts';
import { estimates } from '../store/estimates.ts';
import { withoutExcluded } from '../store/exclusion.ts';
import { storiesByHead, storiesInOrder } from '../store/stories.ts';
import { frequencies, storiesBySome } from '../store/texts.ts';
import type { Found, FoundStory, Scope } from './looking.ts';

const SOME_BY_HEAD = 100;
/** What has much less than the best of them has little to do with what was asked for. */
const WORTH_SHOWING = 0.5;

/** What has some of the words, where nothing has all, or has them scattered; what was found before is among it. */
export async function lookForSome(
  connection: Connection,
  found: Found,
  scope: Scope,
): Promise<Pick<Found, 'stories' | 'authors'>> {
  const { stories, authors, exclusion } = found;
  const some = someOf(await frequencies(connection, singleWords(found.terms)));
  if (some === undefined || scope.titleOnly) return { stories, authors };
  const options = { sort: scope.sort, namesOnly: false, excluded: exclusion.query };
  const isEmpty = stories.length === 0 && authors.length === 0;
  return {
    stories: scope.stories ? await storiesWithSome(connection, found, some, scope) : [],
    authors:
      scope.authors && isEmpty ? (await authorsByWords(connection, some.together, options)).ids : authors,
  };
}

async function storiesWithSome(
  connection: Connection,
  { stories, exclusion }: Found,
  some: NonNullable<ReturnType<typeof someOf>>,
  scope: Scope,
): Promise<FoundStory[]> {
  const [estimate] = await estimates(connection, [{ query: some.rare, where: 'head' }]);
  const byHead = await storiesByHead(connection, 'head', some.rare, scope, estimate);
  const first = (await storiesInOrder(connection, byHead.ids, scope.sort)).slice(0, SOME_BY_HEAD);
  const ids = [...new Set([...stories.map((story) => story.id), ...first])];
  const weights = some.terms.map((term) => term.weight);
  const scored = (await storiesBySome(connection, some, ids, scope))
    .map((match) => ({ ...match, score: partialRelevance(match, weights) }))
    .sort((a, b) => b.score - a.score || b.id - a.id);
  const kept = await withoutExcluded(
    connection,
    scored.map(({ id }) => id),
    exclusion,
  );
  const isKept = new Set(kept.ids);
  const matches = scored.filter(({ id }) => isKept.has(id));
  const worth = matches.filter(({ score }) => score >= WORTH_SHOWING * (matches[0]?.score ?? 0));
  const chapterOf = new Map(matches.map((match) => [match.id, match.chapterId]));
  const worthIds = worth.map(({ id }) => id);
  const ordered =
    scope.sort === 'relevance' ? worthIds : await storiesInOrder(connection, worthIds, scope.sort);
  return ordered.map((id) => ({ id, chapterId: chapterOf.get(id) ?? null }));
}
