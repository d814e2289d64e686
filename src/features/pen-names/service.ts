/** Pen names: the names that readers see. The account behind them is known to its owner and the staff only. */
import { randomInt } from 'node:crypto';
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type NoData, notSignedIn, type Outcome, success } from '#base/failure.ts';
import { accountMessages, isReservedUsername } from '#features/accounts/rules/accounts.ts';
import {
  inAccountTransaction,
  invalidateStoriesOfAuthor,
  lockAccount,
  newDisplayNameProblem,
  saveProfile,
  usernameTaken,
} from '#features/accounts/service/profile.ts';
import { type Connection, isDuplicate, type OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type addPenName,
  type editPenName,
  type listPenNames,
  MAX_PEN_NAMES,
  MAX_RETIRED_PEN_NAMES,
  type PenName,
  penNameMessages,
  type retirePenName,
} from './contract.ts';
import { plateOf } from './rules.ts';
import {
  accountIdOfPenName,
  deleteRetired,
  hasAuthorPage,
  insertPenName,
  markRetired,
  type OwnPenName,
  ownPenNameId,
  ownPenNames,
  penNameIds,
  penNamesToExport,
  updatePenName,
} from './store.ts';

/**
 * The pen name under which an account acts: the default one unless another is named. Locks the account, so that the name
 * is not retired before the transaction ends; must come before any lock on a story.
 */
export async function lockPenName(
  transaction: OpenTransaction,
  accountId: number,
  username: string | undefined,
): Promise<Outcome<number>> {
  if (!(await lockAccount(transaction, accountId, 'change'))) return notSignedIn();
  const id = username === undefined ? accountId : await ownPenNameId(transaction, accountId, username);
  if (id !== undefined) return success(id);
  const message = penNameMessages.notYours;
  return failure('not-yours', message, { fields: { author_username: message } });
}

export async function listOwnPenNames(
  { db }: Context,
  _input: unknown,
  { account }: CallerOf<typeof listPenNames>,
): Promise<Outcome<DataOf<typeof listPenNames>>> {
  const names = await ownPenNames(db, account.id);
  return success({
    pen_names: names.filter((one) => !isRetired(one)).map(toPenName),
    retired_usernames: names.filter(isRetired).map(({ username }) => username),
  });
}

function toPenName({ retired_at: _, has_trash: __, profile_public_at, ...penName }: OwnPenName): PenName {
  return {
    ...penName,
    plate: plateOf(penName.display_name || penName.username),
    profile_public: profile_public_at !== null,
  };
}

/** The lowest and highest id: far from those of accounts, and safe as a number everywhere. */
const [MIN_ID, MAX_ID] = [2 ** 40, 2 ** 48];
/** Random, so that no id tells when, or by whom, a name was added. */
const newPenNameId = () => MIN_ID + randomInt(MAX_ID - MIN_ID - 1);

const isNamed = (username: string) => (one: OwnPenName) =>
  one.username.toLowerCase() === username.toLowerCase();
const isRetired = (one: OwnPenName) => one.retired_at !== null;

export async function addOwnPenName(
  { db }: Context,
  { username, ...details }: ParsedInputOf<typeof addPenName>,
  { account }: CallerOf<typeof addPenName>,
): Promise<Outcome<PenName>> {
  const former = (await ownPenNames(db, account.id)).find(isNamed(username));
  const added = { id: former?.id ?? 0, username, display_name: former?.display_name ?? '' };
  const refused = await nameRefusal(db, added, details.display_name);
  if (refused !== undefined) return refused;
  return changeNames(db, account.id, async (transaction, names) => {
    const active = names.filter((one) => !isRetired(one));
    if (active.some(isNamed(username))) return usernameTaken();
    if (active.length > MAX_PEN_NAMES) return invalidField('username', penNameMessages.tooMany);
    const retired = names.find(isNamed(username));
    const id = retired?.id ?? newPenNameId();
    if (retired === undefined)
      await insertPenName(transaction, { id, account_id: account.id, username, isRetired: false });
    await updatePenName(transaction, id, { ...details, username });
    return present(transaction, account.id, id, penNameMessages.added);
  });
}

export async function changeOwnPenName(
  context: Context,
  { id: typedId, username, ...details }: ParsedInputOf<typeof editPenName>,
  caller: CallerOf<typeof editPenName>,
): Promise<Outcome<PenName>> {
  const { db } = context;
  const { account } = caller;
  const id = Number(typedId);
  const before = await ownPenNames(db, account.id);
  const current = before.find((one) => one.id === id && !isRetired(one));
  if (current === undefined) return failure('not-found', penNameMessages.notFound);
  const isRenamed = username !== undefined && username !== current.username;
  if (current.is_default) {
    if (isRenamed) return failure('not-yours', accountMessages.usernamePermanent);
    const saved = await saveProfile(context, details, caller);
    return saved.ok ? present(db, account.id, id, penNameMessages.saved) : saved;
  }
  const former = isRenamed ? before.find(isNamed(username)) : undefined;
  const renamed = { ...current, username: username ?? current.username, formerId: former?.id };
  const refused = await nameRefusal(db, renamed, details.display_name);
  if (refused !== undefined) return refused;
  return changeNames(db, account.id, async (transaction, names) => {
    const locked = names.find((one) => one.id === id && !isRetired(one));
    if (locked === undefined) return failure('not-found', penNameMessages.notFound);
    const isNewName = username !== undefined && !isNamed(username)(locked);
    if (isNewName) {
      const replaced = names.find(isNamed(username));
      if (replaced !== undefined && !isRetired(replaced)) return usernameTaken();
      if (replaced !== undefined) await deleteRetired(transaction, replaced.id);
      else if (names.filter(isRetired).length >= MAX_RETIRED_PEN_NAMES)
        return invalidField('username', penNameMessages.tooManyRetired);
    }
    await updatePenName(transaction, id, { ...details, username });
    // Nobody else takes the former username, and with it the trust of its readers.
    if (isNewName) {
      const givenUp = { id: newPenNameId(), account_id: account.id, username: locked.username };
      await insertPenName(transaction, { ...givenUp, isRetired: true });
    }
    await invalidateStoriesOfAuthor(transaction, id);
    return present(transaction, account.id, id, penNameMessages.saved);
  });
}

export async function retireOwnPenName(
  { db }: Context,
  { id: typedId }: ParsedInputOf<typeof retirePenName>,
  { account }: CallerOf<typeof retirePenName>,
): Promise<Outcome<NoData>> {
  const id = Number(typedId);
  return changeNames(db, account.id, async (transaction, names) => {
    const penName = names.find((one) => one.id === id && !isRetired(one));
    if (penName === undefined) return failure('not-found', penNameMessages.notFound);
    if (penName.is_default) return failure('invalid', penNameMessages.isDefault);
    if (penName.story_count > 0 || penName.has_trash) return failure('invalid', penNameMessages.hasStories);
    if (penName.series_count > 0) return failure('invalid', penNameMessages.hasSeries);
    if (penName.list_count > 0) return failure('invalid', penNameMessages.hasLists);
    if (names.filter(isRetired).length >= MAX_RETIRED_PEN_NAMES)
      return failure('invalid', penNameMessages.tooManyRetired);
    await markRetired(transaction, id);
    return success({}, penNameMessages.retired);
  });
}

/** A pen name of an account that is not retired, with the name that readers see. */
export async function findOwnAuthor(
  connection: Connection,
  accountId: number,
  username: string,
): Promise<{ id: number; name: string } | undefined> {
  const isAsked = isNamed(username);
  const own = (await ownPenNames(connection, accountId)).find((one) => isAsked(one) && !isRetired(one));
  return own === undefined ? undefined : { id: own.id, name: own.display_name || own.username };
}

/** Changes the pen names of a locked account. */
async function changeNames<Data>(
  db: Context['db'],
  accountId: number,
  change: (transaction: OpenTransaction, names: OwnPenName[]) => Promise<Outcome<Data>>,
): Promise<Outcome<Data>> {
  try {
    return await inAccountTransaction(db, accountId, async (transaction) =>
      change(transaction, await ownPenNames(transaction, accountId)),
    );
  } catch (error) {
    // A query beforehand would not help: somebody else may take the name in between.
    if (isDuplicate(error)) return usernameTaken();
    throw error;
  }
}

async function nameRefusal(
  db: Connection,
  penName: Parameters<typeof newDisplayNameProblem>[2],
  displayName: string | undefined,
) {
  if (isReservedUsername(penName.username)) return invalidField('username', accountMessages.usernameReserved);
  if (displayName === undefined) return undefined;
  const problem = await newDisplayNameProblem(db, displayName, penName);
  return problem === undefined ? undefined : invalidField('display_name', problem);
}

async function present(
  connection: Connection,
  accountId: number,
  id: number,
  message: string,
): Promise<Outcome<PenName>> {
  const penName = (await ownPenNames(connection, accountId)).find((one) => one.id === id);
  return penName === undefined
    ? failure('not-found', penNameMessages.notFound)
    : success(toPenName(penName), message);
}

export { accountIdOfPenName, hasAuthorPage, penNameIds, penNamesToExport };
