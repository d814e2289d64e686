import { z } from 'zod';
import { AI_TRAINING } from '#base/ai-training.ts';
import { isLimitName, LIMITS, type LimitName } from '#base/limits.ts';
import { fits, isBlank, normalizeLine, normalizeLines } from '#base/plain-text.ts';
import { REGISTRATION_MODES } from '#base/registration.ts';
import { markdownToHtml } from '#platform/documents/read-text.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  MAX_SIGN_UP_SECONDS,
  MAX_SITE_NAME_CHARACTERS,
  MAX_TEXT_CHARACTERS,
  type SettingName,
  settingMessages,
} from '../contract.ts';
import { hardestGround, MIN_CONTRAST, ratioInWords } from '../rules/accent.ts';
import { limitProblem } from '../rules/limit-labels.ts';
import type { AccentTheme } from '../rules/theme-tokens.ts';

export type CheckedValue = { value: string; problem?: undefined } | { problem: string };

/** A typed value in the form that is stored, or what is wrong with it. */
export async function checkValue(
  context: Pick<Context, 'cleaner'>,
  name: SettingName,
  typed: string,
): Promise<CheckedValue> {
  if (isLimitName(name)) return checkLimit(name, typed.trim());
  switch (name) {
    case 'site_name':
      return checkName(normalizeLine(typed));
    case 'accent_paper':
      return checkAccent(typed, 'paper', 'Accent on Paper');
    case 'accent_lamp':
      return checkAccent(typed, 'lamp', 'Accent by Lamp');
    case 'exit_url':
      return checkExit(typed.trim());
    case 'registration':
      return checkChoice(typed, REGISTRATION_MODES);
    case 'ai_training':
      return checkChoice(typed, AI_TRAINING);
    case 'sign_up_seconds':
      return /^\d{1,3}$/.test(typed.trim()) && Number(typed) <= MAX_SIGN_UP_SECONDS
        ? { value: String(Number(typed)) }
        : { problem: settingMessages.seconds };
    case 'terms_asked_since':
      return checkDay(typed.trim());
    default:
      return checkText(context, typed);
  }
}

function checkLimit(name: LimitName, typed: string): CheckedValue {
  const { least, most } = LIMITS[name];
  const limit = Number(typed);
  return /^\d{1,9}$/.test(typed) && limit >= least && limit <= most
    ? { value: String(limit) }
    : { problem: limitProblem(name) };
}

function checkName(name: string): CheckedValue {
  if (name === '' || isBlank(name)) return { problem: settingMessages.nameRequired };
  if (!fits(name, MAX_SITE_NAME_CHARACTERS)) return { problem: settingMessages.nameTooLong };
  // The name is also the sender of mails, the name of feeds and of the installed site.
  if (/[<>"\\]/.test(name) || !/[\p{L}\p{N}]/u.test(name)) return { problem: settingMessages.nameForm };
  return { value: name };
}

function checkAccent(typed: string, theme: AccentTheme, label: string): CheckedValue {
  const [, digits] = /^#?([0-9a-f]{6})$/.exec(typed.trim().toLowerCase()) ?? [];
  if (digits === undefined) return { problem: settingMessages.accentForm };
  const { ground, ratio } = hardestGround(digits, theme);
  if (ratio >= MIN_CONTRAST) return { value: `#${digits}` };
  const advice = theme === 'lamp' ? 'lighter' : 'darker';
  return {
    problem: `${label} has a contrast of ${ratioInWords(ratio)} on the ground #${ground}. It needs ${MIN_CONTRAST} to 1; choose a ${advice} colour`,
  };
}

function checkExit(typed: string): CheckedValue {
  const url = URL.parse(typed);
  const isPage =
    url !== null &&
    /^https?:\/\//i.test(typed) &&
    url.username + url.password === '' &&
    url.href.length <= 500;
  return isPage ? { value: url.href } : { problem: settingMessages.exitForm };
}

const daySchema = z.iso.date();
const YEAR_MILLISECONDS = 366 * 86_400_000;

function checkDay(typed: string): CheckedValue {
  const isDay =
    daySchema.safeParse(typed).success && new Date(typed).getTime() < Date.now() + YEAR_MILLISECONDS;
  return isDay ? { value: typed } : { problem: settingMessages.day };
}

function checkChoice(typed: string, choices: readonly string[]): CheckedValue {
  return choices.includes(typed) ? { value: typed } : { problem: settingMessages.choice };
}

/** An operator's text in the form that is stored and in the one that is shown, or what is wrong with it. */
export async function checkText(
  context: Pick<Context, 'cleaner'>,
  typed: string,
): Promise<{ value: string; html: string; problem?: undefined } | { problem: string }> {
  const text = normalizeLines(typed);
  if (isBlank(text)) return { problem: settingMessages.textRequired };
  if (!fits(text, MAX_TEXT_CHARACTERS) || text.length > MAX_TEXT_CHARACTERS)
    return { problem: settingMessages.textTooLong };
  const cleaned = await cleanMarkdown(context, text);
  if (cleaned === undefined || cleaned.html === '') return { problem: settingMessages.textUnreadable };
  // Spaces written as `&nbsp;`, and lines alone, would leave the page empty.
  return cleaned.isEmpty ? { problem: settingMessages.textRequired } : { value: text, html: cleaned.html };
}

/** An operator's Markdown as HTML, through the cleaner of everything that is written here; undefined if it fails. */
export async function textAsHtml(
  context: Pick<Context, 'cleaner'>,
  text: string,
  cpuMilliseconds?: number,
): Promise<string | undefined> {
  return (await cleanMarkdown(context, text, cpuMilliseconds))?.html;
}

async function cleanMarkdown({ cleaner }: Pick<Context, 'cleaner'>, text: string, cpuMilliseconds?: number) {
  try {
    const cleaned = await cleaner.clean(markdownToHtml(text), cpuMilliseconds);
    return typeof cleaned === 'string' ? undefined : cleaned;
  } catch {
    return undefined;
  }
}
