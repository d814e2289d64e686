import type { AiTraining } from '#base/ai-training.ts';
import { isLimitName, limitsFrom } from '#base/limits.ts';
import type { Registration } from '#base/registration.ts';
import type { Context } from '#platform/runtime/context.ts';
import { createLiveSettings, type LiveSettings, type LiveValues } from '#platform/settings/live-settings.ts';
import type { SettingName } from '../contract.ts';
import { themeTokens } from '../rules/theme-tokens.ts';
import { latestRevisions } from '../store.ts';
import { textAsHtml } from './check-value.ts';

/** The environment variables that hold the defaults of settings. */
export const VARIABLES: Partial<Record<SettingName, string>> = {
  exit_url: 'EXIT_URL',
  registration: 'REGISTRATION',
  sign_up_seconds: 'SIGN_UP_SECONDS',
  ai_training: 'AI_TRAINING',
  stranger_requests: 'STRANGER_REQUESTS_PER_HOUR',
};

/** The default of a setting in the form that admins type; empty for a legal page, whose text is part of the build. */
export function defaultText(name: SettingName, defaults: LiveValues): string {
  switch (name) {
    case 'site_name':
      return defaults.siteName;
    case 'accent_paper':
      return `#${themeTokens.paper.shipped.amber}`;
    case 'accent_lamp':
      return `#${themeTokens.lamp.shipped.amber}`;
    case 'exit_url':
      return defaults.exitUrl;
    case 'registration':
      return defaults.registration;
    case 'sign_up_seconds':
      return String(defaults.signUpSeconds);
    case 'ai_training':
      return defaults.aiTraining;
    default:
      return isLimitName(name) ? String(defaults.limits[name]) : '';
  }
}

/** Texts were quick to clean when they were saved; a busy machine may take longer. */
const LOAD_CPU_MILLISECONDS = 5_000;

/** The settings for one process, not yet read. */
export function liveSettingsOf(
  context: Pick<Context, 'db' | 'cleaner' | 'log'>,
  defaults: LiveValues,
  givenVariables: readonly string[],
): LiveSettings {
  /** A text is cleaned once; a value that changes nothing else must not cost it again. */
  const cleaned = new Map<string, string>();
  const load = async (): Promise<LiveValues> => {
    const stored = await latestRevisions(context.db);
    const storedValue = (name: SettingName) =>
      stored.find(({ setting }) => setting === name)?.value ?? undefined;
    const [paper, lamp] = [storedValue('accent_paper'), storedValue('accent_lamp')];
    const ownTexts: Record<string, { html: string; revision: number; changedAt: string }> = {};
    for (const { setting, revision, value, changed_at } of stored) {
      const [, page] = /^text_(.+)$/.exec(setting) ?? [];
      if (page === undefined || value === null) continue;
      const html = cleaned.get(value) ?? (await textAsHtml(context, value, LOAD_CPU_MILLISECONDS));
      if (html === undefined) {
        context.log.warn(
          { page },
          'the operator’s text of a page can’t be cleaned; the text of the release is shown',
        );
        continue;
      }
      cleaned.set(value, html);
      ownTexts[page] = { html, revision, changedAt: changed_at.toISOString() };
    }
    for (const text of cleaned.keys()) if (!stored.some(({ value }) => value === text)) cleaned.delete(text);
    return {
      siteName: storedValue('site_name') ?? defaults.siteName,
      accent:
        paper === undefined && lamp === undefined
          ? undefined
          : { paper: digitsOf(paper, 'paper'), lamp: digitsOf(lamp, 'lamp') },
      exitUrl: storedValue('exit_url') ?? defaults.exitUrl,
      registration: (storedValue('registration') as Registration | undefined) ?? defaults.registration,
      aiTraining: (storedValue('ai_training') as AiTraining | undefined) ?? defaults.aiTraining,
      signUpSeconds: Number(storedValue('sign_up_seconds') ?? defaults.signUpSeconds),
      limits: limitsFrom((name) => Number(storedValue(name) ?? defaults.limits[name])),
      ownTexts,
      termsAskedSince: storedValue('terms_asked_since') ?? defaults.termsAskedSince,
    };
  };
  return createLiveSettings({ defaults, givenVariables, load, log: context.log });
}

const digitsOf = (colour: string | undefined, theme: 'paper' | 'lamp') =>
  colour?.slice(1) ?? themeTokens[theme].shipped.amber;
