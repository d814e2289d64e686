import { isOwnPenName, useSession } from '#features/accounts/parts/session.ts';
import type { Story } from '../contract/stories.ts';

/**
 * Whether the visitor wrote this story; false until the session is known. The page arrives the same for everyone,
 * without content that is only for the author.
 */
export function useIsAuthor({ author_id }: Pick<Story, 'author_id'>): boolean {
  const { user } = useSession();
  return isOwnPenName(user, author_id);
}
