import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { changeSetting, listSettingChanges, listSettings, undoSettingChange } from './contract.ts';
import { readChanges, readSettings, saveSetting, undoChange } from './service/settings.ts';

export const siteSettingsApi: ImplementedCall[] = [
  implement(listSettings, readSettings),
  implement(listSettingChanges, readChanges),
  implement(changeSetting, saveSetting),
  implement(undoSettingChange, undoChange),
];
