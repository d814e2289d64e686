import { ApiError } from '#base/failure.ts';
import { accountMessages } from '../contract/accounts.ts';
import { storeSession } from '../parts/session.ts';

/** Stores the answer of signing in or up. Throws an ApiError when it holds no valid user. */
export function startSession(answer: Parameters<typeof storeSession>[0]): void {
  if (!storeSession(answer)) throw new ApiError(0, 'invalid_user', accountMessages.invalidUser);
}
