import type { Limits } from '#base/limits.ts';
import { plural } from '#base/text.ts';
import { STORY_DETAILS, type StoryDetails } from './contract/stories.ts';
import type { Visibility } from './contract/visibility.ts';

/** All texts of a story's details that readers can see. */
export function storyTexts(details: Partial<StoryDetails>, tags: readonly string[] = []): string[] {
  const texts = STORY_DETAILS.map((name) => details[name]).filter((value) => typeof value === 'string');
  return [...texts, ...tags];
}

/** Whether a story's visibility lets it into the lists. */
export function isListed({ visibility }: { visibility: Visibility }): boolean {
  return visibility === 'public' || visibility === 'members';
}

/** Whether an address names a story by its id: digits only, which no slug can be. */
export function isStoryId(idOrSlug: string): boolean {
  return /^[0-9]{1,15}$/.test(idOrSlug);
}

/** The account that looks for a story; undefined for a guest. */
export type Viewer = { id: number; role: 'user' | 'moderator' | 'admin' } | undefined;

/** The facts that decide who can find a story. */
export interface StoryVisibility {
  /** The account behind the pen name. */
  owner_id: number;
  withheld_at: Date | null;
  published_at: Date | null;
  trashed_at: Date | null;
  visibility: Visibility;
  chapter_count: number;
}

/**
 * Whether somebody can find a story. Nobody finds one in the trash. Only its author finds a draft, and with moderators a
 * withheld one. Everybody who knows the slug finds one by link or without chapters, but only its author finds it by id,
 * so that nobody finds it by counting.
 */
export function isVisibleTo(story: StoryVisibility, viewer: Viewer, isById: boolean): boolean {
  if (story.trashed_at !== null) return false;
  if (viewer?.id === story.owner_id) return true;
  if (story.withheld_at !== null) return viewer !== undefined && viewer.role !== 'user';
  if (story.visibility === 'draft') return false;
  if (story.visibility === 'link') return !isById;
  return !isById || story.published_at !== null || story.chapter_count > 0;
}

/** A story as somebody may see it: only its author and moderators learn what it waits for. */
export function hideWaitingReason<S extends { waiting_for?: string | undefined }>(
  story: S,
  viewer: Viewer,
  isOwn: boolean,
): S {
  const mayKnow = isOwn || (viewer !== undefined && viewer.role !== 'user');
  if (mayKnow || story.waiting_for === undefined) return story;
  const { waiting_for: _, ...rest } = story;
  return rest as S;
}

/** The number of publications that an account may make through the API within 24 hours. */
export interface PublishingQuota {
  stories: number;
  chapters: number;
  /** Chapters that are scheduled for later; their publication is not counted again. */
  scheduled: number;
}

export type PublishingTier = 'unverified' | 'new' | 'established';

const UNVERIFIED_QUOTA = { stories: 1, chapters: 5 };
const ESTABLISHED_QUOTA: PublishingQuota = { stories: 20, chapters: 300, scheduled: 1000 };

/** The quotas of a day while new accounts have these limits; an unverified account never gets more than a new one. */
export function publishingQuotas(limits: Limits): Record<PublishingTier, PublishingQuota> {
  const { new_account_stories: stories, new_account_chapters: chapters } = limits;
  const unverified = {
    stories: Math.min(UNVERIFIED_QUOTA.stories, stories),
    chapters: Math.min(UNVERIFIED_QUOTA.chapters, chapters),
  };
  return {
    unverified: { ...unverified, scheduled: unverified.chapters },
    new: { stories, chapters, scheduled: chapters },
    established: ESTABLISHED_QUOTA,
  };
}

/** Empty stories can be created and deleted before publication; this is the maximum per story that may be published. */
export const MAX_CREATIONS_PER_PUBLICATION = 5;

export function publishingTier(account: { isVerified: boolean; isNew: boolean }): PublishingTier {
  if (!account.isVerified) return 'unverified';
  return account.isNew ? 'new' : 'established';
}

/** The answer to an account that has used up its quota, or has no time to wait for because it wants more than a day’s at once. */
export function quotaMessage(tier: PublishingTier, limits: Limits, secondsLeft: number | undefined): string {
  const { stories, chapters, scheduled } = publishingQuotas(limits)[tier];
  const quota = `${plural(stories, 'story', 'stories')} and ${plural(chapters, 'chapter')} a day, and schedule ${plural(scheduled, 'chapter')}`;
  const next =
    secondsLeft === undefined ? 'Choose fewer at once' : `You can publish again in ${duration(secondsLeft)}`;
  const again = `${next}; edits and drafts are not limited.`;
  if (tier === 'unverified')
    return `Verify your address to publish more today: the link is in our email, and you can ask for another in your settings. Until then you can publish ${quota}. ${again}`;
  const whom = tier === 'new' ? newAccount(limits.new_account_days) : 'An account';
  return `${whom} can publish ${quota}. ${again}`;
}

const newAccount = (days: number) => `In its first ${days === 1 ? 'day' : `${days} days`} an account`;

function duration(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? plural(minutes, 'minute') : plural(Math.ceil(minutes / 60), 'hour');
}

const LINK =
  /https?:\/\/|\bwww\.|(?:href|src)="(?:[a-z]+:|\/\/)|[a-z0-9]\.(?:com|net|org|info|biz|shop|xyz)\b/i;

/** Whether one of these texts, plain or stored HTML, links to another site by a link, a picture or a typed address. */
export function containsLink(texts: readonly string[]): boolean {
  return texts.some((text) => LINK.test(text));
}
