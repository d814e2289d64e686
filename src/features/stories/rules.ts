import { plural } from '#base/text.ts';
import { STORY_DETAILS, type StoryDetails } from './contract.ts';

/** All that a reader can read of what an author says about a story. */
export function storyTexts(details: Partial<StoryDetails>, tags: readonly string[] = []): string[] {
  const texts = STORY_DETAILS.map((name) => details[name]).filter((value) => typeof value === 'string');
  return [...texts, ...tags];
}

/** Whether an address names a story by its id: digits only, which no slug may be. */
export function isStoryId(idOrSlug: string): boolean {
  return /^[0-9]{1,15}$/.test(idOrSlug);
}

/** Whoever looks for a story: somebody, or nobody in particular. */
export type Seeker = { id: number; role: 'user' | 'moderator' | 'admin' } | undefined;

/** The facts that decide for whom a story is there. */
export interface Findable {
  author_id: number;
  withheld_at: Date | null;
  published_at: Date | null;
  chapter_count: number;
}

/**
 * Whether a story is there for somebody. A withheld one is for its author and for moderators alone; one without chapters
 * for those who know its slug, and by its number for its author alone, so that nobody finds it by counting.
 */
export function mayFind(story: Findable, seeker: Seeker, isByNumber: boolean): boolean {
  if (seeker?.id === story.author_id) return true;
  if (story.withheld_at !== null) return seeker !== undefined && seeker.role !== 'user';
  return !isByNumber || story.published_at !== null || story.chapter_count > 0;
}

/** A story as somebody may see it: what it waits for concerns its author and moderators alone. */
export function asSeenBy<S extends { author_id: number; waiting_for?: string | undefined }>(
  story: S,
  seeker: Seeker,
): S {
  const mayKnow = seeker !== undefined && (seeker.role !== 'user' || seeker.id === story.author_id);
  if (mayKnow || story.waiting_for === undefined) return story;
  const { waiting_for: _, ...rest } = story;
  return rest as S;
}

const SLUG_LENGTH = 80;

/** Latin letters that Unicode does not decompose, as they are usually written without the sign. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

/** Latin letters as they are written without their signs, in lower case. */
function withoutSigns(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[ßæœøđðþłı]/g, (letter) => letters[letter] ?? letter)
    .replaceAll(/\p{M}/gu, '');
}

/**
 * A slug from a title: letters without accents, lower case, words joined by hyphens. A title without any
 * Latin letter gives 'story', so that its address still works; makes sure that no slug looks like an id.
 */
export function slugFromTitle(title: string): string {
  const plain = withoutSigns(title)
    .replaceAll('&', ' and ')
    .replaceAll(/['’‘]/g, '')
    .replaceAll(/[^a-z0-9_]+/g, '-');
  const cut = trimHyphens(trimHyphens(plain).slice(0, SLUG_LENGTH));
  if (isTellingSlug(cut)) return cut;
  return /[0-9]/.test(cut) ? `story-${cut}` : 'story';
}

/** A slug as its author types it: in lower case, and a hyphen for everything but letters, digits, _ and -. */
export function slugFromTyped(typed: string): string {
  return withoutSigns(typed.trim()).replaceAll(/[^a-z0-9_-]/gu, '-');
}

/** Whether a slug can name a story: digits alone would be an id, signs alone say nothing. */
export function isTellingSlug(slug: string): boolean {
  return /[a-z0-9]/.test(slug) && !/^[0-9]+$/.test(slug);
}

function trimHyphens(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === '-') start++;
  while (end > start && text[end - 1] === '-') end--;
  return text.slice(start, end);
}

/** How much an account may publish through the API within 24 hours. */
export interface PublishingQuota {
  stories: number;
  chapters: number;
}

export type PublishingTier = 'unverified' | 'new' | 'established';

export const MAX_PUBLICATIONS_PER_DAY: Record<PublishingTier, PublishingQuota> = {
  unverified: { stories: 1, chapters: 5 },
  new: { stories: 5, chapters: 50 },
  established: { stories: 20, chapters: 300 },
};

/** So long an account counts as new. */
export const NEW_ACCOUNT_DAYS = 3;

/** Stories may be made and thrown away again before their first chapter; this often for each that may be published. */
export const MAX_CREATIONS_PER_PUBLICATION = 5;

export function publishingTier(account: { isVerified: boolean; isNew: boolean }): PublishingTier {
  if (!account.isVerified) return 'unverified';
  return account.isNew ? 'new' : 'established';
}

/** The answer to an account that has used up its quota: what it may publish, and what to do. */
export function quotaMessage(tier: PublishingTier, secondsLeft: number): string {
  const { stories, chapters } = MAX_PUBLICATIONS_PER_DAY[tier];
  const quota = `${plural(stories, 'story', 'stories')} and ${plural(chapters, 'chapter')} a day`;
  const again = `You can go on in ${duration(secondsLeft)}; edits are not limited.`;
  if (tier === 'unverified')
    return `Verify your address to publish more today: the link is in our mail, and your settings send it again. Without it you can publish ${quota}. ${again}`;
  const whom = tier === 'new' ? `In its first ${NEW_ACCOUNT_DAYS} days an account` : 'An account';
  return `${whom} can publish ${quota}. ${again}`;
}

function duration(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? plural(minutes, 'minute') : plural(Math.ceil(minutes / 60), 'hour');
}

const LINK =
  /https?:\/\/|\bwww\.|(?:href|src)="(?:[a-z]+:|\/\/)|[a-z0-9]\.(?:com|net|org|info|biz|shop|xyz)\b/i;

/** Whether one of these texts, plain or as stored HTML, points out of the site: links, pictures, typed addresses. */
export function containsLink(texts: readonly string[]): boolean {
  return texts.some((text) => LINK.test(text));
}
