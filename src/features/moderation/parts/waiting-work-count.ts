import type { DataOf } from '#base/contract.ts';
import { accountCount } from '#features/accounts/parts/account-count.ts';
import { callApi } from '#ui/api-client.ts';
import { countWaitingWork } from '../contract/waiting-work.ts';

export type Work = DataOf<typeof countWaitingWork>;

/** How much waits for the moderator, as the tabs of staff pages and the user menu tell. */
export const waitingWorkCount = accountCount<Work | undefined>(
  () => callApi(countWaitingWork, {}),
  undefined,
);
