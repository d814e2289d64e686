import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Outcome, success } from '#base/failure.ts';
import {
  FILTER_COUNT_DEPTH,
  type filterCounts,
  MAX_FILTER_TAG_CHOICES,
} from '#features/filters/contract/filters.ts';
import { STORY_STATUSES } from '#features/labels/contract/status.ts';
import { CONTENT_WARNINGS } from '#features/labels/contract/warnings.ts';
import { TAG_KINDS } from '#features/tags/contract/tags.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { countStatusesAndLanguages, countWarningsAndTags, type LabelCount } from '../store/filter-counts.ts';
import { countListed, viewOf } from './list-view.ts';

/** The counted names that the code knows, in the order of the counts. */
function known<Name extends string>(
  counts: LabelCount[],
  names: readonly Name[],
): { name: Name; count: number }[] {
  return counts.flatMap(({ name, count }) => {
    const found = names.find((each) => each === name);
    return found === undefined ? [] : [{ name: found, count }];
  });
}

export async function countFilterChoices(
  { db }: Context,
  { tag, ...input }: ParsedInputOf<typeof filterCounts>,
  { account }: Pick<Caller, 'account'>,
): Promise<Outcome<DataOf<typeof filterCounts>>> {
  const view = await viewOf(db, input, account, tag);
  if (!view.ok) return view;
  if (view.data.isImpossible)
    return success({ statuses: [], languages: [], warnings: [], tags: [], is_capped: false });
  const { filter, hidden } = view.data;
  const scope = { sort: 'trending' as const, filter, hidden };
  const depth = FILTER_COUNT_DEPTH;
  const [{ statuses }, { languages }, others, listed] = await Promise.all([
    countStatusesAndLanguages(db, { ...scope, filter: { ...filter, statuses: [] } }, depth),
    countStatusesAndLanguages(db, { ...scope, filter: { ...filter, languages: [] } }, depth),
    countWarningsAndTags(db, scope, { depth, tags: MAX_FILTER_TAG_CHOICES }),
    countListed(db, view.data, 'trending'),
  ]);
  return success({
    statuses: known(statuses, STORY_STATUSES),
    languages: languages.map(({ name, count }) => ({ name, count })),
    warnings: known(others.warnings, CONTENT_WARNINGS),
    tags: others.tags.map(({ name, count, kind }) => ({
      name,
      count,
      kind: TAG_KINDS.find((each) => each === kind) ?? null,
    })),
    is_capped: listed > depth,
  });
}
