import '../server-only.ts';
import { isDeepStrictEqual } from 'node:util';
import type { AiTraining } from '#base/ai-training.ts';
import type { Limits } from '#base/limits.ts';
import type { Registration } from '#base/registration.ts';
import { setSiteName } from '#base/site-name.ts';
import type { InvalidationReceiver } from '../database/cache-invalidation.ts';
import type { Log } from '../runtime/log.ts';
import { readInOrder } from '../runtime/read-in-order.ts';
import { createReloadLater } from '../runtime/reload-later.ts';

/** The settings that admins change while the site runs. */
export interface LiveValues {
  siteName: string;
  /** The accent of each theme as six hexadecimal digits; undefined: that of the release. */
  accent: { paper: string; lamp: string } | undefined;
  exitUrl: string;
  registration: Registration;
  aiTraining: AiTraining;
  /** Between opening the form for registering and sending it. */
  signUpSeconds: number;
  limits: Limits;
  /** The operator's own texts of legal pages as cleaned HTML, by the name of the page. */
  ownTexts: Readonly<Record<string, { html: string; revision: number; changedAt: string }>>;
  /** The day since which members are asked to accept the terms again, in UTC; undefined: nobody is. */
  termsAskedSince: string | undefined;
}

/** The settings as one process has them in memory. */
export interface LiveSettings extends InvalidationReceiver {
  readonly values: LiveValues;
  /** The values without any change. */
  readonly defaults: LiveValues;
  /** The environment variables that are set, for the page that tells where a value comes from. */
  readonly givenVariables: readonly string[];
  /** Reads the settings again; what was stored before the call is then in force. A notification does so by itself. */
  reload(): Promise<void>;
  /** Calls back after each change, when the new values are in force. */
  onChange(listener: () => void): void;
}

/** The name under which the database tells of a change. */
const CHANGE_TAG = 'site settings';

export function createLiveSettings(options: {
  defaults: LiveValues;
  givenVariables: readonly string[];
  load: () => Promise<LiveValues>;
  log: Pick<Log, 'warn'>;
}): LiveSettings {
  const { defaults, givenVariables, load, log } = options;
  const listeners: (() => void)[] = [];
  let values = defaults;

  const reload = readInOrder(load, (loaded) => {
    if (isDeepStrictEqual(loaded, values)) return;
    values = loaded;
    setSiteName(values.siteName);
    for (const listener of listeners) listener();
  });

  const reloadLater = createReloadLater(reload, (err) =>
    log.warn({ err }, 'the settings of the site can’t be read right now'),
  );

  return {
    get values() {
      return values;
    },
    defaults,
    givenVariables,
    reload,
    onChange: (listener) => listeners.push(listener),
    purge(tags) {
      if (tags.includes(CHANGE_TAG)) reloadLater();
    },
    clear: reloadLater,
  };
}
