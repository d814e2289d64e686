import { shippedLimits } from '#base/limits.ts';
import { ADVISED_PASSWORD_CHARACTERS } from '#features/accounts/contract/accounts.ts';
import { LOGIN_CODE_MINUTES } from '#features/accounts/contract/login-code.ts';
import { MAX_BIO_CHARACTERS } from '#features/accounts/contract/profile-details.ts';
import {
  MAX_USERNAME_CHARACTERS,
  MIN_PASSWORD_CHARACTERS,
  MIN_USERNAME_CHARACTERS,
} from '#features/accounts/rules/accounts.ts';
import { MAX_CHAPTER_CHARACTERS } from '#features/chapters/contract/chapters.ts';
import { MAX_OPEN_CORRECTIONS } from '#features/corrections/contract.ts';
import { MAX_TAG_NAME_CHARACTERS } from '#features/labels/contract/tag-names.ts';
import { GUIDELINE_RULES, ruleAnchor, ruleTitle } from '#features/legal/rules.ts';
import { APPEAL_DAYS } from '#features/moderation/contract/moderation.ts';
import { MAX_PEN_NAMES } from '#features/pen-names/contract.ts';
import { MAX_REPORT_REASON_CHARACTERS, MIN_REPORT_REASON_CHARACTERS } from '#features/reports/contract.ts';
import { MIN_GROUP_SIZE } from '#features/statistics/contract.ts';
import { MAX_STORY_TITLE_CHARACTERS } from '#features/stories/contract/stories.ts';
import { TRASH_DAYS } from '#features/stories/contract/trash.ts';
import { publishingQuotas } from '#features/stories/rules.ts';
import { MAX_TAGS_PER_STORY } from '#features/tags/contract/tags.ts';
import { MAX_PART_BYTES, MAX_PART_CHAPTERS } from '#features/whole-story/contract.ts';

const { established, new: newcomer, unverified } = publishingQuotas(shippedLimits);

const numbers = {
  MAX_STORY_TITLE_CHARACTERS,
  MAX_CHAPTER_CHARACTERS,
  MAX_OPEN_CORRECTIONS,
  MAX_TAGS_PER_STORY,
  MAX_TAG_NAME_CHARACTERS,
  MAX_PART_BYTES,
  MAX_PART_CHAPTERS,
  MAX_BIO_CHARACTERS,
  MAX_PEN_NAMES,
  MIN_USERNAME_CHARACTERS,
  MAX_USERNAME_CHARACTERS,
  MIN_PASSWORD_CHARACTERS,
  PASSWORD_ADVISED: ADVISED_PASSWORD_CHARACTERS,
  MIN_GROUP_SIZE,
  MIN_REPORT_REASON_CHARACTERS,
  MAX_REPORT_REASON_CHARACTERS,
  LOGIN_CODE_MINUTES,
  APPEAL_DAYS,
  TRASH_DAYS,
  'stories-a-day': established.stories,
  'chapters-a-day': established.chapters,
  'new-stories-a-day': newcomer.stories,
  'new-chapters-a-day': newcomer.chapters,
  'unverified-stories-a-day': unverified.stories,
  'unverified-chapters-a-day': unverified.chapters,
};

/** The values that the legal documents name in braces because code decides them: limits, and the titles of rules. */
export const documentValues: ReadonlyMap<string, string> = new Map([
  ...Object.entries(numbers).map(([name, value]) => [name, value.toLocaleString('en')] as const),
  ...GUIDELINE_RULES.map((rule) => [ruleAnchor(rule), ruleTitle(rule)] as const),
]);
