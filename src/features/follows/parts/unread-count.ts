import { accountCount } from '#features/accounts/parts/account-count.ts';
import { callApi } from '#ui/api-client.ts';
import { getUpdates } from '../contract/updates.ts';

/** The number of chapters that are new to the signed-in reader. */
export const unreadCount = accountCount(async () => (await callApi(getUpdates, { limit: 1 })).unread, 0);
