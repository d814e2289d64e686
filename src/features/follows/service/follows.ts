import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type NoData, type Outcome, success } from '#base/failure.ts';
import { inAccountTransaction } from '#features/accounts/service/profile.ts';
import { filterMessages } from '#features/filters/contract/filters.ts';
import { isImpossibleQuery } from '#features/filters/rules/filter.ts';
import { type Connection, isBrokenReference } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { urls } from '#urls.ts';
import {
  type Follow,
  type follow,
  followMessages,
  type followState,
  type listFollows,
  MAX_FOLLOWED_FILTERS,
  MAX_FOLLOWS,
  type setFollowSettings,
  type unfollow,
} from '../contract/follows.ts';
import {
  countFollowers,
  countFollows,
  deleteFollow,
  type FollowRow,
  followOf,
  followsOf,
  followsStory,
  insertFollow,
  lastMailOf,
  setFollowMail,
} from '../store/follows.ts';
import { ensureSettings, readsToExport, setTitlesInMails, settingsOf } from '../store/reads.ts';
import { findThing } from './things.ts';

const urlOf: Record<Exclude<Follow['kind'], 'filter'>, (address: string) => string> = {
  story: urls.story,
  series: urls.series,
  author: (username) => urls.author(username),
  tag: (name) => urls.tag(name),
  list: (slug) => urls.list(slug),
};

function present({ address, followed_at, ...row }: FollowRow): Follow {
  const url = row.kind === 'filter' ? `${urls.allStories()}?${row.query}` : null;
  return {
    ...row,
    url: row.kind !== 'filter' && address !== null ? urlOf[row.kind](address) : url,
    since: followed_at.toISOString(),
  };
}

export async function listOwnFollows(
  { db }: Context,
  _input: ParsedInputOf<typeof listFollows>,
  { account }: CallerOf<typeof listFollows>,
): Promise<Outcome<DataOf<typeof listFollows>>> {
  const [rows, settings] = await Promise.all([followsOf(db, account.id), settingsOf(db, account.id)]);
  return success({
    follows: rows.map(present),
    titles_in_mails: (settings?.titles_chosen_at ?? null) !== null,
  });
}

export async function followThing(
  { db }: Context,
  { mail, since, ...named }: ParsedInputOf<typeof follow>,
  { account }: CallerOf<typeof follow>,
): Promise<Outcome<Follow>> {
  const found = await findThing(db, named, account);
  if (!found.ok) return found;
  const thing = found.data;
  if (thing.kind === 'filter' && isImpossibleQuery(thing.query))
    return invalidField('query', filterMessages.wordsOrder);
  try {
    return await inAccountTransaction(db, account.id, async (transaction) => {
      const known = await followOf(transaction, account.id, thing);
      if (known === undefined) {
        const { all, filters } = await countFollows(transaction, account.id);
        if (all >= MAX_FOLLOWS) return failure('invalid', followMessages.tooMany);
        if (thing.kind === 'filter' && filters >= MAX_FOLLOWED_FILTERS)
          return failure('invalid', followMessages.tooManyFilters);
        await insertFollow(transaction, account.id, thing, {
          mail,
          since: since === undefined ? undefined : new Date(since),
        });
      } else if (known.mail !== mail) await setFollowMail(transaction, known.id, mail);
      if (mail !== 'none') await ensureSettings(transaction, account.id);
      const stored = await followOf(transaction, account.id, thing);
      if (stored === undefined) throw new Error('a follow is not found after it was stored');
      return success(
        present(stored),
        known === undefined ? followMessages.followed : followMessages.mailSaved,
      );
    });
  } catch (error) {
    // The thing was deleted in between.
    if (isBrokenReference(error)) return failure('not-found', followMessages.unknown);
    throw error;
  }
}

export async function readFollowState(
  { db }: Context,
  named: ParsedInputOf<typeof followState>,
  { account }: CallerOf<typeof followState>,
): Promise<Outcome<DataOf<typeof followState>>> {
  const found = await findThing(db, named, account);
  if (!found.ok) return found;
  const [row, lastMail] = await Promise.all([
    followOf(db, account.id, found.data),
    lastMailOf(db, account.id),
  ]);
  return success({ follow: row === undefined ? null : present(row), last_mail: lastMail });
}

export async function unfollowThing(
  { db }: Context,
  { id }: ParsedInputOf<typeof unfollow>,
  { account }: CallerOf<typeof unfollow>,
): Promise<Outcome<NoData>> {
  return (await deleteFollow(db, account.id, id))
    ? success({}, followMessages.unfollowed)
    : failure('not-found', followMessages.notFound);
}

export async function changeFollowSettings(
  { db }: Context,
  { titles_in_mails }: ParsedInputOf<typeof setFollowSettings>,
  { account }: CallerOf<typeof setFollowSettings>,
): Promise<Outcome<DataOf<typeof setFollowSettings>>> {
  return inAccountTransaction(db, account.id, async (transaction) => {
    await setTitlesInMails(transaction, account.id, titles_in_mails);
    return success({ titles_in_mails }, followMessages.settingsSaved);
  });
}

/** Everything stored about what an account follows, without the keys in its mails. */
export async function followsToExport(connection: Connection, accountId: number) {
  const [rows, settings, reads] = await Promise.all([
    followsOf(connection, accountId),
    settingsOf(connection, accountId),
    readsToExport(connection, accountId),
  ]);
  return {
    follows: rows.map(present),
    read_until: settings?.read_until ?? null,
    titles_in_mails_since: settings?.titles_chosen_at ?? null,
    read_stories: reads,
  };
}

export { countFollowers, followsStory };
