import type { DataOf } from '#base/contract.ts';
import { isApiError } from '#base/failure.ts';
import { accountCount } from '#features/accounts/parts/account-count.ts';
import { refreshUser } from '#features/accounts/parts/session.ts';
import { callApi } from '#ui/api-client.ts';
import { countWaitingWork } from '../contract/waiting-work.ts';

export type Work = DataOf<typeof countWaitingWork>;

/** How much waits for the moderator, as the tabs of staff pages and the user menu tell. */
export const waitingWorkCount = accountCount<Work | undefined>(async () => {
  try {
    return await callApi(countWaitingWork, {});
  } catch (error) {
    // Staff calls do not exist for an account whose role was taken: its pages and its menu end with the saved role.
    if (isApiError(error) && error.status === 404) void refreshUser();
    throw error;
  }
}, undefined);
