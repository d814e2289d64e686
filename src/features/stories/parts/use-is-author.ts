import { useSession } from '#features/accounts/parts/session.ts';
import type { Story } from '../contract.ts';

/**
 * Whether the visitor wrote this story; false until it is known who they are. The page arrives without what is
 * only for its author, the same for everyone.
 */
export function useIsAuthor({ author_id }: Pick<Story, 'author_id'>): boolean {
  const { user } = useSession();
  return user !== undefined && user.account_id === author_id;
}
