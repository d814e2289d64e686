import { accountsApi } from '#features/accounts/api.ts';
import { authorsApi } from '#features/authors/api.ts';
import { chaptersApi } from '#features/chapters/api.ts';
import { exportApi } from '#features/export/api.ts';
import { storiesApi } from '#features/stories/api.ts';
import { tagsApi } from '#features/tags/api.ts';
import { trackingApi } from '#features/tracking/api.ts';
import type { ImplementedCall } from '#platform/http/implemented-call.ts';

/** Each feature's calls, joined. */
export const api: ImplementedCall[] = [
  ...accountsApi,
  ...exportApi,
  ...storiesApi,
  ...chaptersApi,
  ...authorsApi,
  ...tagsApi,
  ...trackingApi,
];
