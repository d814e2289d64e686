import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, invalidField, type NoData, type Outcome, success } from '#base/failure.ts';
import { normalizeLine, normalizeLines } from '#base/plain-text.ts';
import { slugFromTitle } from '#base/slugs.ts';
import { excerpt } from '#base/text.ts';
import { inAccountTransaction } from '#features/accounts/service/profile.ts';
import { NOTHING_HIDDEN } from '#features/hidden/rules.ts';
import { lockPenName } from '#features/pen-names/service.ts';
import { isStoryId } from '#features/stories/rules.ts';
import { viewOf, viewStories } from '#features/stories/service/list-view.ts';
import { storiesByIds } from '#features/stories/service/stories.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { Caller, CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { urls } from '#urls.ts';
import {
  type createSeries,
  type deleteSeries,
  type editSeries,
  type getSeries,
  type listSeries,
  MAX_SERIES_PER_ACCOUNT,
  MAX_SERIES_SYNOPSIS_CHARACTERS,
  MAX_SERIES_TITLE_CHARACTERS,
  MAX_STORIES_PER_SERIES,
  type Series,
  seriesMessages,
  type setSeriesStories,
} from './contract.ts';
import {
  accountOfAuthor,
  countSeriesOfAccount,
  deleteSeriesOf,
  insertSeries,
  lockSeries,
  lockStoriesOfAuthor,
  newestSeries,
  publicSeries,
  replaceStories,
  type SeriesRow,
  seriesAt,
  seriesOfOwner,
  seriesToExport,
  storyIdsOfSeries,
  updateSeries,
} from './store.ts';

function notFound(): Failure {
  return failure('not-found', seriesMessages.notFound);
}

/** Series as somebody may see them: their owner with all stories, everybody else with listed ones. */
async function present(
  connection: Connection,
  rows: SeriesRow[],
  viewerId: number | undefined,
): Promise<Series[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const isOwn = first.owner_id === viewerId;
  const ids = await storyIdsOfSeries(
    connection,
    rows.map(({ id }) => id),
    { onlyListed: !isOwn },
  );
  const stories = await storiesByIds(connection, [...new Set([...ids.values()].flat())], viewerId);
  const storyOf = new Map(stories.map((story) => [story.id, story]));
  return rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    url: urls.series(row.slug),
    title: row.title,
    synopsis: row.synopsis,
    author_username: row.username,
    author_display_name: row.display_name || row.username,
    author_id: row.author_id,
    stories: (ids.get(row.id) ?? [])
      .map((id) => storyOf.get(id))
      .filter((story) => story !== undefined)
      .map((story, index) => ({ ...story, position: index + 1 })),
    is_complete: row.completed_at !== null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }));
}

/**
 * The series at an address, if somebody may find it: the one place that decides it. Readers find a series with a listed
 * story, unless its owner's profile is withheld.
 */
async function find(
  connection: Connection,
  idOrSlug: string,
  viewerId: number | undefined,
): Promise<Outcome<{ row: SeriesRow; series: Series }>> {
  const row = await seriesAt(connection, isStoryId(idOrSlug) ? { id: Number(idOrSlug) } : { slug: idOrSlug });
  if (row === undefined) return notFound();
  const isOwn = row.owner_id === viewerId;
  if (row.is_withheld && !isOwn) return notFound();
  const [series] = await present(connection, [row], viewerId);
  if (series === undefined || (!isOwn && series.stories.length === 0)) return notFound();
  return success({ row, series });
}

/** The series at an address with the stories that a viewer may see, whatever they hide. */
export async function findSeries(
  connection: Connection,
  idOrSlug: string,
  viewerId: number | undefined,
): Promise<Outcome<Series>> {
  const found = await find(connection, idOrSlug, viewerId);
  return found.ok ? success(found.data.series) : found;
}

async function findOwn(
  connection: Connection,
  idOrSlug: string,
  { id }: SignedIn,
): Promise<Outcome<SeriesRow>> {
  const found = await find(connection, idOrSlug, id);
  if (!found.ok) return found;
  const { row } = found.data;
  return row.owner_id === id ? success(row) : failure('not-yours', seriesMessages.notYours);
}

async function answer(
  connection: Connection,
  id: number,
  account: SignedIn,
  message: string,
): Promise<Outcome<Series>> {
  const found = await find(connection, String(id), account.id);
  return found.ok ? success(found.data.series, message) : found;
}

export async function listOwnSeries(
  { db }: Context,
  _input: unknown,
  { account }: CallerOf<typeof listSeries>,
): Promise<Outcome<DataOf<typeof listSeries>>> {
  return success({ series: await present(db, await seriesOfOwner(db, account.id), account.id) });
}

export async function readSeries(
  { db }: Context,
  { id, ...input }: ParsedInputOf<typeof getSeries>,
  { account }: Pick<Caller, 'account'>,
): Promise<Outcome<DataOf<typeof getSeries>>> {
  const found = await find(db, id, account?.id);
  if (!found.ok) return found;
  const { series, row } = found.data;
  const view = await viewOf(db, input, account);
  if (!view.ok) return view;
  const ids = series.stories.map((story) => story.id);
  // Owners see all of their own stories, also of a tag that they hide elsewhere.
  const hidden = row.owner_id === account?.id ? NOTHING_HIDDEN : view.data.hidden;
  const viewed = await viewStories(db, ids, { ...view.data, hidden });
  const stories = series.stories.filter((story) => viewed.ids.includes(story.id));
  return success({ ...series, stories, hidden: viewed.hidden });
}

export async function createOwnSeries(
  { db }: Context,
  { author_username, ...details }: ParsedInputOf<typeof createSeries>,
  { account }: CallerOf<typeof createSeries>,
): Promise<Outcome<Series>> {
  return inAccountTransaction(db, account.id, async (transaction) => {
    if ((await countSeriesOfAccount(transaction, account.id)) >= MAX_SERIES_PER_ACCOUNT)
      return failure('invalid', seriesMessages.tooMany);
    const penName = await lockPenName(transaction, account.id, author_username);
    if (!penName.ok) return penName;
    const id = await insertSeries(transaction, details, {
      owner_id: account.id,
      author_id: penName.data,
      slugBase: slugFromTitle(details.title, 'series'),
    });
    return answer(transaction, id, account, seriesMessages.created);
  });
}

/** Adds a series of an imported author, with those of the stories that are theirs. */
export async function addImportedSeries(
  transaction: OpenTransaction,
  series: { authorId: number; title: string; synopsis: string; is_complete: boolean; storyIds: number[] },
): Promise<Outcome<{ id: number; stories: number }>> {
  const { authorId, is_complete } = series;
  const ownerId = await accountOfAuthor(transaction, authorId);
  if (ownerId === undefined) return notFound();
  if ((await countSeriesOfAccount(transaction, ownerId)) >= MAX_SERIES_PER_ACCOUNT)
    return failure('invalid', seriesMessages.tooMany);
  const title = excerpt(normalizeLine(series.title), MAX_SERIES_TITLE_CHARACTERS);
  if (title === '') return failure('invalid', seriesMessages.titleRequired);
  const usable = await lockStoriesOfAuthor(transaction, series.storyIds, { authorId });
  const storyIds = series.storyIds
    .filter((id, index, all) => usable.includes(id) && all.indexOf(id) === index)
    .slice(0, MAX_STORIES_PER_SERIES);
  const synopsis = excerpt(normalizeLines(series.synopsis), MAX_SERIES_SYNOPSIS_CHARACTERS);
  const details = { title, synopsis, is_complete };
  const slugBase = slugFromTitle(title, 'series');
  const id = await insertSeries(transaction, details, { owner_id: ownerId, author_id: authorId, slugBase });
  await replaceStories(transaction, id, storyIds);
  return success({ id, stories: storyIds.length });
}

export async function changeOwnSeries(
  { db }: Context,
  { id, ...changes }: ParsedInputOf<typeof editSeries>,
  { account }: CallerOf<typeof editSeries>,
): Promise<Outcome<Series>> {
  return db.transaction().execute(async (transaction) => {
    const own = await findOwn(transaction, id, account);
    if (!own.ok) return own;
    await updateSeries(transaction, own.data.id, changes);
    return answer(transaction, own.data.id, account, seriesMessages.updated);
  });
}

/** Locks the stories before the series, in the order that holds everywhere. */
export async function setOwnSeriesStories(
  { db }: Context,
  { id, story_ids }: ParsedInputOf<typeof setSeriesStories>,
  { account }: CallerOf<typeof setSeriesStories>,
): Promise<Outcome<Series>> {
  return db.transaction().execute(async (transaction) => {
    const own = await findOwn(transaction, id, account);
    if (!own.ok) return own;
    const { id: seriesId, author_id: authorId } = own.data;
    const usable = await lockStoriesOfAuthor(transaction, story_ids, { authorId, seriesId });
    if (usable.length !== story_ids.length) return invalidField('story_ids', seriesMessages.storyUnusable);
    if (!(await lockSeries(transaction, own.data.id))) return notFound();
    await replaceStories(transaction, own.data.id, story_ids);
    return answer(transaction, own.data.id, account, seriesMessages.ordered);
  });
}

export async function removeOwnSeries(
  { db }: Context,
  { id }: ParsedInputOf<typeof deleteSeries>,
  { account }: CallerOf<typeof deleteSeries>,
): Promise<Outcome<NoData>> {
  return db.transaction().execute(async (transaction) => {
    const own = await findOwn(transaction, id, account);
    if (!own.ok) return own;
    await deleteSeriesOf(transaction, own.data.id, account.id);
    return success({}, seriesMessages.deleted);
  });
}

/** The pen name of a series that readers find. */
export async function authorOfSeries(connection: Connection, idOrSlug: string): Promise<number | undefined> {
  const found = await find(connection, idOrSlug, undefined);
  return found.ok ? found.data.series.author_id : undefined;
}

/** At most 10,000 series, for the sitemap. */
export async function listSitemapSeries(connection: Connection) {
  return publicSeries(connection, 10_000);
}

export { newestSeries, seriesToExport };
