import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import {
  changeSetting,
  listSettingChanges,
  listSettings,
  previewText,
  undoSettingChange,
} from './contract.ts';
import { readChanges, readPreview, readSettings, saveSetting, undoChange } from './service/settings.ts';

export const siteSettingsApi: ImplementedCall[] = [
  implement(listSettings, readSettings),
  implement(listSettingChanges, readChanges),
  implement(changeSetting, saveSetting),
  implement(previewText, readPreview),
  implement(undoSettingChange, undoChange),
];
