import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { DAY_MILLISECONDS } from '#base/durations.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { textAsHtml } from '#features/site-settings/service/check-value.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type acceptTerms,
  type listTermsVersions,
  type OwnTerms,
  type readOwnTerms,
  type readTermsVersion,
  SHIPPED_TERMS,
  type TermsPeriod,
  termsMessages,
} from '../contract/terms.ts';
import {
  type Acceptance,
  acceptancesOf,
  insertAcceptance,
  type TermsRevision,
  termsRevisions,
  textOfTerms,
} from '../store.ts';

export { acceptancesOf as acceptancesToExport };

type Settings = Pick<Context, 'settings'>;

/** The version of the terms in force, as the pages show them. */
function termsInForce({ settings }: Settings): string {
  const own = settings.values.ownTexts.terms;
  return own === undefined ? SHIPPED_TERMS : String(own.revision);
}

/** Records that a newcomer accepts the terms in force, as the form for registering says. */
export async function recordAcceptance(
  context: Settings,
  transaction: OpenTransaction,
  accountId: number,
): Promise<void> {
  await insertAcceptance(transaction, accountId, termsInForce(context));
}

/** Whether the site asks an account to accept the terms in force. */
export async function asksForTerms(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  account: { id: number },
): Promise<boolean> {
  const day = settings.values.termsAskedSince;
  // Most sites ask nobody, which costs no query.
  if (!hasBegun(day)) return false;
  const [latest] = await acceptancesOf(db, account.id);
  return !(await countsSince(db, day, latest));
}

function hasBegun(day: string | undefined): day is string {
  return day !== undefined && startOf(day) <= new Date();
}

/**
 * Whether an acceptance is one of the text that members are asked about from a day on. On the day itself the text may change
 * after some have accepted it, so only the version with which the day ended counts.
 */
async function countsSince(db: Connection, day: string, latest: Acceptance | undefined): Promise<boolean> {
  if (latest === undefined || latest.accepted_at < startOf(day)) return false;
  const nextDay = new Date(startOf(day).getTime() + DAY_MILLISECONDS);
  if (latest.accepted_at >= nextDay) return true;
  const last = periodsOf(await termsRevisions(db)).find(({ from }) => new Date(from) < nextDay);
  return latest.version === last?.version;
}

const startOf = (day: string) => new Date(`${day}T00:00:00Z`);

export async function listVersions({ db }: Context): Promise<Outcome<DataOf<typeof listTermsVersions>>> {
  return success({ versions: periodsOf(await termsRevisions(db)) });
}

/** The times at which each version was in force, latest first. */
function periodsOf(revisions: TermsRevision[]): TermsPeriod[] {
  const periods: TermsPeriod[] = [
    { version: SHIPPED_TERMS, from: new Date(SHIPPED_TERMS).toISOString(), until: null },
  ];
  for (const { revision, hasText, changed_at } of revisions) {
    const version = hasText ? String(revision) : SHIPPED_TERMS;
    const [latest] = periods;
    if (latest?.version === version) continue;
    const at = changed_at.toISOString();
    if (latest !== undefined) latest.until = at;
    periods.unshift({ version, from: at, until: null });
  }
  return periods;
}

export async function readVersion(
  context: Context,
  { version }: ParsedInputOf<typeof readTermsVersion>,
): Promise<Outcome<DataOf<typeof readTermsVersion>>> {
  const period = periodsOf(await termsRevisions(context.db)).find((each) => each.version === version);
  if (period === undefined) return failure('not-found', termsMessages.unknownVersion);
  if (version === SHIPPED_TERMS) return success({ ...period, content: null });
  const text = await textOfTerms(context.db, Number(version));
  const content = text === undefined ? undefined : await textAsHtml(context, text);
  return content === undefined
    ? failure('not-found', termsMessages.unknownVersion)
    : success({ ...period, content });
}

export async function readTermsOfAccount(
  context: Context,
  _input: ParsedInputOf<typeof readOwnTerms>,
  { account }: CallerOf<typeof readOwnTerms>,
): Promise<Outcome<OwnTerms>> {
  const [latest] = await acceptancesOf(context.db, account.id);
  const day = context.settings.values.termsAskedSince;
  return success({
    version: termsInForce(context),
    accepted:
      latest === undefined
        ? null
        : { version: latest.version, accepted_at: latest.accepted_at.toISOString() },
    is_asked: hasBegun(day) && !(await countsSince(context.db, day, latest)),
  });
}

export async function acceptVersion(
  context: Context,
  { version }: ParsedInputOf<typeof acceptTerms>,
  caller: CallerOf<typeof acceptTerms>,
): Promise<Outcome<OwnTerms>> {
  if (version !== termsInForce(context)) return failure('edit-conflict', termsMessages.notInForce);
  await insertAcceptance(context.db, caller.account.id, version);
  const own = await readTermsOfAccount(context, {}, caller);
  return own.ok ? success(own.data, termsMessages.accepted) : own;
}
