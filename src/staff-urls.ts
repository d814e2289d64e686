import { withQuery } from './urls.ts';

/** The addresses of the staff's pages, apart from urls.ts because only the staff's browsers fetch them. */
export const staffUrls = {
  queue: (query: { state?: 'open' | 'closed'; page?: number; case?: number | undefined } = {}) =>
    withQuery('/moderation', {
      state: query.state === 'open' ? undefined : query.state,
      page: query.page === 1 ? undefined : query.page,
      case: query.case,
    }),
  log: (action?: string, page?: number) =>
    withQuery('/moderation/log', { action, page: page === 1 ? undefined : page }),
  featured: () => '/moderation/featured',
  newsletter: () => '/moderation/newsletter',
  accounts: (query: { show?: string; page?: number } = {}) =>
    withQuery('/moderation/accounts', {
      show: query.show === 'all' ? undefined : query.show,
      page: query.page === 1 ? undefined : query.page,
    }),
  waiting: (page?: number) => withQuery('/moderation/waiting', { page: page === 1 ? undefined : page }),
  tags: (query: { show?: string; page?: number } = {}) =>
    withQuery('/moderation/tags', {
      show: query.show === 'open' ? undefined : query.show,
      page: query.page === 1 ? undefined : query.page,
    }),
  commentWaves: () => '/moderation/comments',
  overview: () => '/moderation/overview',
  networkBans: () => '/moderation/networks',
  announcements: (page?: number) =>
    withQuery('/moderation/announcements', { page: page === 1 ? undefined : page }),
  settings: (page?: number) => withQuery('/moderation/settings', { page: page === 1 ? undefined : page }),
  trustedFlaggers: () => '/moderation/trusted-flaggers',
  transparency: (period?: { from: string; until: string }) =>
    withQuery('/moderation/transparency', { ...period }),
  people: (query: { q?: string; role?: string; page?: number } = {}) =>
    withQuery('/moderation/people', { ...query, page: query.page === 1 ? undefined : query.page }),
};

/** The patterns of these addresses, for the table of pages. */
export const staffPaths = {
  queue: '/moderation',
  log: '/moderation/log',
  featured: '/moderation/featured',
  newsletter: '/moderation/newsletter',
  accounts: '/moderation/accounts',
  waiting: '/moderation/waiting',
  tags: '/moderation/tags',
  commentWaves: '/moderation/comments',
  overview: '/moderation/overview',
  networkBans: '/moderation/networks',
  announcements: '/moderation/announcements',
  settings: '/moderation/settings',
  trustedFlaggers: '/moderation/trusted-flaggers',
  transparency: '/moderation/transparency',
  people: '/moderation/people',
} as const;
