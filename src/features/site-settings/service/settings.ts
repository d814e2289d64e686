import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { LiveSettings } from '#platform/settings/live-settings.ts';
import {
  type changeSetting,
  type listSettingChanges,
  type listSettings,
  type previewText,
  SETTING_NAMES,
  type Setting,
  type SettingName,
  settingMessages,
  type undoSettingChange,
} from '../contract.ts';
import { findChanges, insertChange, latestRevisions, type StoredSetting, valueOfRevision } from '../store.ts';
import { checkText, checkValue } from './check-value.ts';
import { defaultText, VARIABLES } from './live-values.ts';

export async function readSettings({ db, settings }: Context): Promise<Outcome<DataOf<typeof listSettings>>> {
  const stored = await latestRevisions(db);
  return success({
    settings: SETTING_NAMES.map((name) =>
      settingOf(
        name,
        stored.find(({ setting }) => setting === name),
        settings,
      ),
    ),
  });
}

export async function readChanges(
  { db }: Context,
  { page, limit }: ParsedInputOf<typeof listSettingChanges>,
): Promise<Outcome<DataOf<typeof listSettingChanges>>> {
  const { offset, beyond } = pageWindow(page, limit);
  const { changes, total } = await findChanges(db, {
    offset: beyond ? 0 : offset,
    limit: beyond ? 0 : limit,
  });
  return success(
    {
      changes: changes.map((change) => ({ ...change, changed_at: change.changed_at.toISOString() })),
      pagination: pagination(page, limit, total),
    },
    depthMessage(total),
  );
}

export async function saveSetting(
  context: Context,
  { name, value: typed, revision }: ParsedInputOf<typeof changeSetting>,
  { account }: CallerOf<typeof changeSetting>,
): Promise<Outcome<DataOf<typeof changeSetting>>> {
  const checked = typed === null ? { value: null } : await checkValue(context, name, typed);
  if ('problem' in checked && checked.problem !== undefined) return invalidField('value', checked.problem);
  const stored = await storedSetting(context, name);
  // Without a change there is nothing to log.
  if (stored.revision === revision && stored.value === checked.value)
    return success(settingOf(name, stored, context.settings), settingMessages.changed);
  return addRevision(context, { name, revision, value: checked.value, account });
}

export async function readPreview(
  context: Context,
  { text }: ParsedInputOf<typeof previewText>,
): Promise<Outcome<DataOf<typeof previewText>>> {
  const checked = await checkText(context, text);
  return checked.problem === undefined
    ? success({ html: checked.html })
    : invalidField('text', checked.problem);
}

export async function undoChange(
  context: Context,
  { name, revision }: ParsedInputOf<typeof undoSettingChange>,
  { account }: CallerOf<typeof undoSettingChange>,
): Promise<Outcome<DataOf<typeof undoSettingChange>>> {
  const before = revision === 0 ? undefined : await valueOfRevision(context.db, name, revision - 1);
  if (before === undefined) return failure('not-found', settingMessages.nothingToUndo);
  const outcome = await addRevision(context, { name, revision, value: before.value, account });
  if (outcome.ok) return success(outcome.data, settingMessages.undone);
  return failure('edit-conflict', settingMessages.undoConflict);
}

async function addRevision(
  { db, settings }: Context,
  change: { name: SettingName; revision: number; value: string | null; account: SignedIn },
): Promise<Outcome<Setting>> {
  const { name, revision, value, account } = change;
  const added = await insertChange(db, { setting: name, revision, value, actor: account });
  if (added === undefined) return failure('edit-conflict', settingMessages.conflict);
  // The other processes hear of it from the database.
  await settings.reload();
  return success(settingOf(name, { revision: added, value }, settings), settingMessages.changed);
}

async function storedSetting(
  { db }: Context,
  name: SettingName,
): Promise<Pick<StoredSetting, 'revision' | 'value'>> {
  const stored = (await latestRevisions(db)).find(({ setting }) => setting === name);
  return stored ?? { revision: 0, value: null };
}

function settingOf(
  name: SettingName,
  stored: Pick<StoredSetting, 'revision' | 'value'> | undefined,
  { defaults, givenVariables }: LiveSettings,
): Setting {
  const variable = VARIABLES[name] ?? null;
  const isGiven = variable !== null && givenVariables.includes(variable);
  const value = stored?.value ?? null;
  return {
    name,
    value: value ?? defaultText(name, defaults),
    source: value !== null ? 'here' : isGiven ? 'environment' : 'release',
    variable,
    default_value: defaultText(name, defaults),
    revision: stored?.revision ?? 0,
  };
}
