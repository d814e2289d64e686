import type { DataOf, InputOf } from '#base/contract.ts';
import { isApiError, isUnreachable } from '#base/failure.ts';
import { callApi } from '#ui/api-client.ts';
import { signIn, signUp } from '../contract/accounts.ts';

/**
 * Gives a function that creates accounts. When the answer to one is lost, the account may exist nevertheless, and its username
 * would be taken at the next try, or its invitation used: that one then signs in.
 */
export function createRegistration(): (input: InputOf<typeof signUp>) => Promise<DataOf<typeof signUp>> {
  const unanswered = new Set<string>();
  return async (input) => {
    const { username, password } = input;
    try {
      return await callApi(signUp, input);
    } catch (error) {
      if (isUnreachable(error)) unanswered.add(username);
      if (!isApiError(error) || !unanswered.has(username)) throw error;
      if (error.code !== 'taken' && error.fields.invitation === undefined) throw error;
      const answer = await callApi(signIn, { username, password }).catch(() => undefined);
      if (answer === undefined || !('token' in answer)) throw error;
      return answer;
    }
  };
}
