import { CHAPTER_DETAILS, type ChapterDetails, type ChapterState } from './contract/chapters.ts';

/** Whether a text from an address can be the id of a chapter or a version. */
export function isChapterId(text: string): boolean {
  return /^[0-9]{1,15}$/.test(text);
}

/** All texts in a chapter's details that readers can see. */
export function chapterTexts(details: Partial<ChapterDetails>): string[] {
  return CHAPTER_DETAILS.map((name) => details[name]).filter((value) => typeof value === 'string');
}

/** Whether readers find a chapter, which its author finds in any state. */
export function isPublished(chapter: { state: ChapterState }): boolean {
  return chapter.state === 'published';
}

/** The state of a chapter, with the time of its publication if it is scheduled. */
export interface Publication {
  state: ChapterState;
  publish_at: Date | null;
}

/** A request for another state; what is left out stays as it is. */
export interface RequestedPublication {
  state?: ChapterState | undefined;
  publish_at?: string | null | undefined;
}

/**
 * The publication of a chapter after a request; `present` is that of an existing chapter. A time that has come means
 * now. Undefined for a schedule without a time.
 */
export function nextPublication(
  { state, publish_at }: RequestedPublication,
  present: Publication | undefined,
  now: Date,
): Publication | undefined {
  const requestedTime = publish_at == null ? undefined : new Date(publish_at);
  const isScheduling = requestedTime !== undefined && present?.state !== 'published';
  const next = state ?? (isScheduling ? 'scheduled' : (present?.state ?? 'published'));
  if (next !== 'scheduled') return { state: next, publish_at: null };
  const time = requestedTime ?? present?.publish_at;
  if (time == null) return undefined;
  return time <= now ? { state: 'published', publish_at: null } : { state: 'scheduled', publish_at: time };
}
