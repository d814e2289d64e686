import { failure, type Outcome, success } from '#base/failure.ts';
import { lockAccount } from '#features/accounts/service/profile.ts';
import type { Connection } from '#platform/database/database.ts';
import { MAX_STORIES_PER_ACCOUNT, storyDetailsSchema } from '../contract/stories.ts';
import { countStoriesOfAccount } from '../store/changes.ts';
import { createStory } from './stories.ts';

/** Locks an account that is about to get several stories, and says for how many there is room. */
export async function checkRoomForStories(
  transaction: Connection,
  accountId: number,
): Promise<Outcome<number>> {
  if (!(await lockAccount(transaction, accountId, 'change')))
    return failure('unauthenticated', 'Please log in');
  const count = await countStoriesOfAccount(transaction, accountId);
  return success(Math.max(0, MAX_STORIES_PER_ACCOUNT - count));
}

/** Creates a draft from a file. What the file says about the story beyond its title is taken where it is valid. */
export async function createImportedStory(
  transaction: Connection,
  authorId: number,
  story: {
    title: string;
    synopsis: string;
    language: string | undefined;
    tags: string[];
    details: Record<string, unknown>;
  },
): Promise<Outcome<{ id: number; slug: string }>> {
  const { language, status, warnings, cover_previews, books, comments, full_text_feeds, licence, notes } =
    storyDetailsSchema.shape;
  const { corrections, cover_paper, cover_foil, cover_ornament, cover_setting } = storyDetailsSchema.shape;
  const { title, synopsis, tags, details } = story;
  return createStory(transaction, {
    ...{ title, synopsis, tags, author_id: authorId, visibility: 'draft' },
    language: language.safeParse(story.language).data ?? null,
    status: status.safeParse(details.status).data ?? null,
    warnings: warnings.safeParse(details.warnings).data ?? null,
    cover_paper: cover_paper.safeParse(details.cover_paper).data ?? null,
    cover_foil: cover_foil.safeParse(details.cover_foil).data ?? null,
    cover_ornament: cover_ornament.safeParse(details.cover_ornament).data ?? null,
    cover_setting: cover_setting.safeParse(details.cover_setting).data ?? null,
    cover_previews: cover_previews.safeParse(details.cover_previews).data ?? 'own',
    books: books.safeParse(details.books).data ?? true,
    notes: notes.safeParse(details.notes).data ?? false,
    full_text_feeds: full_text_feeds.safeParse(details.full_text_feeds).data ?? false,
    licence: licence.safeParse(details.licence).data ?? null,
    comments: comments.safeParse(details.comments).data ?? 'members',
    corrections: corrections.safeParse(details.corrections).data ?? 'commenters',
  });
}
