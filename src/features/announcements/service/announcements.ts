import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { DAY_MILLISECONDS } from '#base/durations.ts';
import { type Failure, failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type Announcement,
  announcementMessages,
  type editAnnouncement,
  type endAnnouncement,
  type listAnnouncementChanges,
  type listAnnouncements,
  MAX_ANNOUNCEMENT_DAYS,
  type undoAnnouncementChange,
  type writeAnnouncement,
} from '../contract.ts';
import { countLinks, hasGoodLinks, MAX_LINKS } from '../rules.ts';
import {
  type AnnouncementDetails,
  type AnnouncementRow,
  findAnnouncements,
  findChanges,
  findRevision,
  insertAnnouncement,
  insertRevision,
  type NewRevision,
} from '../store.ts';

export async function readAnnouncements(
  { db }: Context,
  { page, limit }: ParsedInputOf<typeof listAnnouncements>,
): Promise<Outcome<DataOf<typeof listAnnouncements>>> {
  const { offset, beyond } = pageWindow(page, limit);
  const { rows, total } = await findAnnouncements(db, {
    offset: beyond ? 0 : offset,
    limit: beyond ? 0 : limit,
  });
  return success(
    { announcements: rows.map(asAnnouncement), pagination: pagination(page, limit, total) },
    depthMessage(total),
  );
}

export async function readChanges(
  { db }: Context,
  { page, limit }: ParsedInputOf<typeof listAnnouncementChanges>,
): Promise<Outcome<DataOf<typeof listAnnouncementChanges>>> {
  const { offset, beyond } = pageWindow(page, limit);
  const { changes, total } = await findChanges(db, {
    offset: beyond ? 0 : offset,
    limit: beyond ? 0 : limit,
  });
  return success(
    {
      changes: changes.map((change) => ({
        ...change,
        starts_at: change.starts_at.toISOString(),
        ends_at: change.ends_at.toISOString(),
        changed_at: change.changed_at.toISOString(),
      })),
      pagination: pagination(page, limit, total),
    },
    depthMessage(total),
  );
}

export async function announce(
  context: Context,
  input: ParsedInputOf<typeof writeAnnouncement>,
  { account }: CallerOf<typeof writeAnnouncement>,
): Promise<Outcome<DataOf<typeof writeAnnouncement>>> {
  const details = checked(input);
  if ('ok' in details) return details;
  const added = await insertAnnouncement(context.db, { ...details, action: 'write', actor: account });
  if (added === undefined) return failure('edit-conflict', announcementMessages.failed);
  await context.announcements.reload();
  return success(asAnnouncement(added), announcementMessages.written);
}

export async function changeAnnouncement(
  context: Context,
  { id, revision, ...input }: ParsedInputOf<typeof editAnnouncement>,
  { account }: CallerOf<typeof editAnnouncement>,
): Promise<Outcome<DataOf<typeof editAnnouncement>>> {
  const details = checked(input);
  if ('ok' in details) return details;
  const revised = await revise(context, { id, revision }, { ...details, action: 'edit', actor: account });
  if (revised === 'changed') return failure('edit-conflict', announcementMessages.conflict);
  return typeof revised === 'string'
    ? failure('not-found', announcementMessages.notFound)
    : success(asAnnouncement(revised), announcementMessages.written);
}

export async function endNow(
  context: Context,
  { id, revision }: ParsedInputOf<typeof endAnnouncement>,
  { account }: CallerOf<typeof endAnnouncement>,
): Promise<Outcome<DataOf<typeof endAnnouncement>>> {
  const current = await findRevision(context.db, id);
  if (current === undefined) return failure('not-found', announcementMessages.notFound);
  if (current.revision === revision && stateOf(current) === 'over')
    return failure('edit-conflict', announcementMessages.ended);
  const ended = { ...calledOff(current), action: 'end', actor: account } as const;
  return answered(await revise(context, { id, revision }, ended), announcementMessages.endedNow);
}

export async function undoChange(
  context: Context,
  { id, revision }: ParsedInputOf<typeof undoAnnouncementChange>,
  { account }: CallerOf<typeof undoAnnouncementChange>,
): Promise<Outcome<DataOf<typeof undoAnnouncementChange>>> {
  const undone = await findRevision(context.db, id, revision);
  if (undone === undefined) return failure('not-found', announcementMessages.notFound);
  // Before its first revision there was no announcement.
  const before = revision === 1 ? undefined : await findRevision(context.db, id, revision - 1);
  const details = before ?? calledOff(undone);
  const added = await revise(context, { id, revision }, { ...details, action: 'undo', actor: account });
  return answered(added, announcementMessages.undone);
}

/** The same announcement, ended at this moment; before its start it ends with it, and after its end it stays as it was. */
function calledOff(current: AnnouncementRow): AnnouncementDetails {
  const now = new Date();
  if (current.ends_at <= now) return current;
  return { ...current, ends_at: current.starts_at > now ? current.starts_at : now };
}

async function revise(
  { db, announcements }: Context,
  base: { id: number; revision: number },
  revision: NewRevision,
): Promise<AnnouncementRow | 'missing' | 'changed'> {
  if ((await findRevision(db, base.id)) === undefined) return 'missing';
  const added = await insertRevision(db, base, revision);
  if (added === undefined) return 'changed';
  // The other processes hear of it from the database.
  await announcements.reload();
  return added;
}

function answered(revised: Awaited<ReturnType<typeof revise>>, message: string): Outcome<Announcement> {
  if (revised === 'missing') return failure('not-found', announcementMessages.notFound);
  if (revised === 'changed') return failure('edit-conflict', announcementMessages.changedSince);
  return success(asAnnouncement(revised), message);
}

type Typed = ParsedInputOf<typeof writeAnnouncement>;

function checked({ kind, text, starts_at, ends_at }: Typed): AnnouncementDetails | Failure {
  const [start, end] = [new Date(starts_at), new Date(ends_at)];
  if (countLinks(text) > MAX_LINKS) return invalidField('text', announcementMessages.links);
  if (!hasGoodLinks(text)) return invalidField('text', announcementMessages.linkForm);
  // The database stores no year beyond this, and nobody plans so far.
  if (!isNear(start)) return invalidField('starts_at', announcementMessages.startRequired);
  if (end <= start) return invalidField('ends_at', announcementMessages.endBeforeStart);
  if (end.getTime() <= Date.now()) return invalidField('ends_at', announcementMessages.endPast);
  if (end.getTime() - start.getTime() > MAX_ANNOUNCEMENT_DAYS * DAY_MILLISECONDS)
    return invalidField('ends_at', announcementMessages.tooLong);
  return { kind, text, starts_at: start, ends_at: end };
}

const isNear = (time: Date) => Math.abs(time.getTime() - Date.now()) < 10 * 365 * DAY_MILLISECONDS;

function stateOf({ starts_at, ends_at }: AnnouncementDetails): Announcement['state'] {
  const now = new Date();
  if (ends_at <= now || ends_at <= starts_at) return 'over';
  return starts_at > now ? 'coming' : 'shown';
}

function asAnnouncement(row: AnnouncementRow): Announcement {
  const { id, revision, kind, text, starts_at, ends_at } = row;
  return {
    ...{ id, revision, kind, text, state: stateOf(row) },
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
  };
}
