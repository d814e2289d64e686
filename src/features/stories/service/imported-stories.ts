import { notSignedIn, type Outcome, success } from '#base/failure.ts';
import { lockAccount } from '#features/accounts/service/profile.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import { MAX_STORIES_PER_ACCOUNT, type StoryDetails, storyDetailsSchema } from '../contract/stories.ts';
import { countStoriesOfAccount } from '../store/changes.ts';
import { createStory } from './stories.ts';

/** Locks an account that is about to get several stories, and says for how many there is room. */
export async function checkRoomForStories(
  transaction: OpenTransaction,
  accountId: number,
): Promise<Outcome<number>> {
  if (!(await lockAccount(transaction, accountId, 'change'))) return notSignedIn();
  const count = await countStoriesOfAccount(transaction, accountId);
  return success(Math.max(0, MAX_STORIES_PER_ACCOUNT - count));
}

/** Creates a story from a file, a draft unless told otherwise. What the file says about the story beyond its title is taken where it is valid. */
export async function createImportedStory(
  transaction: OpenTransaction,
  authorId: number,
  story: {
    title: string;
    synopsis: string;
    language: string | undefined;
    tags: string[];
    details: Record<string, unknown>;
    /** Of a story that an operator brings from another site. */
    visibility?: 'draft' | 'public';
    created_at?: Date | undefined;
  },
): Promise<Outcome<{ id: number; slug: string }>> {
  const { title, synopsis, language, tags, details, visibility = 'draft', created_at } = story;
  return createStory(transaction, {
    ...validDetails({ ...details, language }),
    ...{ title, synopsis, tags, author_id: authorId, visibility, created_at },
  });
}

/** The details of a story beyond its title, with the default in place of each value that is missing or not valid. */
function validDetails(values: Record<string, unknown>): Omit<StoryDetails, 'title' | 'synopsis'> {
  const { title: _, synopsis: __, ...schemas } = storyDetailsSchema.shape;
  const entries = Object.entries(schemas).map(([name, schema]) => {
    const { success, data } = schema.safeParse(values[name]);
    return [name, success ? data : schema.parse(undefined)];
  });
  return Object.fromEntries(entries);
}
