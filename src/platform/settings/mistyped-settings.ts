import '../server-only.ts';
import { editDistance } from '#base/edit-distance.ts';

/** A variable of the environment that nothing reads, and the setting that is probably meant. */
export interface MistypedSetting {
  variable: string;
  setting: string;
}

const MAX_MISTAKES = 2;
/** Other programs have variables that resemble short names: HOME is no mistyped HOST. */
const MIN_LENGTH = 7;

/** Finds the variables whose names are nearly those of settings. */
export function findMistypedSettings(
  names: readonly string[],
  settings: readonly string[],
): MistypedSetting[] {
  const known = new Set(settings);
  return names
    .filter((name) => name.length >= MIN_LENGTH && !known.has(name))
    .flatMap((variable) => {
      const typed = variable.toUpperCase();
      const [nearest] = settings
        .filter((setting) => setting.length >= MIN_LENGTH)
        .filter((setting) => Math.abs(setting.length - typed.length) <= MAX_MISTAKES)
        .map((setting) => ({ variable, setting, mistakes: editDistance(typed, setting) }))
        .filter(({ mistakes }) => mistakes <= MAX_MISTAKES)
        .toSorted((one, other) => one.mistakes - other.mistakes);
      return nearest === undefined ? [] : [{ variable, setting: nearest.setting }];
    });
}

/** Describes them in one sentence. */
export function mistypedText(mistyped: readonly MistypedSetting[]): string {
  const names = mistyped.map(({ variable, setting }) => `${variable} (${setting}?)`).join(', ');
  return `the environment has names that are nearly those of settings, and are ignored: ${names}`;
}
