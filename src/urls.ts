/** Every address of the site in one place: links, routes, sitemap and tests use it. */

type QueryValue = string | number | undefined;

/** `path` with the given query; undefined and empty values are left out. */
export function withQuery(path: string, query: Record<string, QueryValue>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

const segment = encodeURIComponent;

/** Page 1 and the default sort have no query, so that a list has only one address. */
function listUrl(path: string, sort: string | undefined, page: number | undefined): string {
  return withQuery(path, { sort, page: page === 1 ? undefined : page });
}

type CommentQuery = { sort?: string | undefined; page?: number | undefined; thread?: number | undefined };

function commentsUrl(path: string, query: CommentQuery = {}): string {
  const { sort, page, thread } = query;
  return withQuery(path, {
    thread,
    sort: sort === 'oldest' ? undefined : sort,
    page: page === 1 ? undefined : page,
  });
}

export const urls = {
  home: (sort?: string, page?: number) => listUrl('/', sort === 'trending' ? undefined : sort, page),
  allStories: (page?: number) => listUrl('/stories', undefined, page),
  completeWithin: (words: number) => withQuery('/stories', { status: 'complete', max_words: words }),
  story: (slug: string) => `/story/${segment(slug)}`,
  chapter: (slug: string, chapterId: number | string) => `/story/${segment(slug)}/chapter/${chapterId}`,
  /** All chapters of a story on one page, or on a few if it is very long. */
  wholeStory: (slug: string, part?: number, chapterId?: number) =>
    withQuery(`/story/${segment(slug)}/all`, { part: part === 1 ? undefined : part }) +
    (chapterId === undefined ? '' : `#chapter-${chapterId}`),
  /** The comments on a story, or one thread of them. */
  comments: (slug: string, query?: CommentQuery) => commentsUrl(`/story/${segment(slug)}/comments`, query),
  chapterComments: (slug: string, chapterId: number | string, query?: CommentQuery) =>
    commentsUrl(`/story/${segment(slug)}/chapter/${chapterId}/comments`, query),
  /** Others’ comments on the author’s stories; without a state those that wait, or those shown if none waits. */
  receivedComments: (state?: string, page?: number) =>
    withQuery('/comments', { state, page: page === 1 ? undefined : page }),
  /** The corrections that somebody has suggested to authors. */
  corrections: () => '/corrections',
  notes: (query: { box?: string; to?: string; page?: number } = {}) =>
    withQuery('/notes', { ...query, page: query.page === 1 ? undefined : query.page }),
  series: (slug: string) => `/series/${segment(slug)}`,
  list: (slug: string, page?: number) => listUrl(`/list/${segment(slug)}`, undefined, page),
  /** A draft as its beta readers find it, by the token of its secret link. */
  sharedStory: (token: string) => `/draft/${segment(token)}`,
  sharedChapter: (token: string, chapterId: number | string) =>
    `/draft/${segment(token)}/chapter/${chapterId}`,
  author: (username: string, page?: number) => listUrl(`/author/${segment(username)}`, undefined, page),
  authors: (sort?: string, page?: number) =>
    listUrl('/authors', sort === 'trending' ? undefined : sort, page),
  tag: (name: string, sort?: string, page?: number) =>
    listUrl(`/tag/${segment(name)}`, sort === 'trending' ? undefined : sort, page),
  tags: (query?: { q?: string | undefined; sort?: string | undefined; page?: number | undefined }) =>
    withQuery('/tags', {
      q: query?.q,
      sort: query?.sort === 'name' ? undefined : query?.sort,
      page: query?.page === 1 ? undefined : query?.page,
    }),
  search: (query?: {
    q?: string | undefined;
    type?: string | undefined;
    sort?: string | undefined;
    tags?: readonly string[];
    titleOnly?: boolean;
    page?: number | undefined;
    authorsPage?: number | undefined;
  }) =>
    withQuery('/search', {
      q: query?.q,
      type: query?.type === 'all' ? undefined : query?.type,
      sort: query?.sort === 'relevance' ? undefined : query?.sort,
      tags: query?.tags?.join(','),
      title_only: query?.titleOnly ? 'true' : undefined,
      page: query?.page === 1 ? undefined : query?.page,
      authors_page: query?.authorsPage === 1 ? undefined : query?.authorsPage,
    }),
  /** `reason`: one of LOGIN_REASONS; the login page shows a sentence for it. */
  login: (returnTo?: string, reason?: string) => withQuery('/login', { return: returnTo, for: reason }),
  /** The login page with the form for a mailed code instead of a password. */
  loginByCode: (returnTo?: string, reason?: string) =>
    `${withQuery('/login', { return: returnTo, for: reason })}#code`,
  register: (returnTo?: string, reason?: string) => withQuery('/register', { return: returnTo, for: reason }),
  /** The register page with an invitation, which script takes out of the address. */
  invitation: (code: string) => withQuery('/register', { invitation: code }),
  resetPassword: (token?: string) => withQuery('/reset-password', { token }),
  verifyEmail: (token?: string) => withQuery('/verify-email', { token }),
  confirmEmail: (token?: string) => withQuery('/confirm-email', { token }),
  keepEmail: (token?: string) => withQuery('/keep-email', { token }),
  googleCallback: () => '/auth/google/callback',
  profile: (tab?: 'stories' | 'bookmarks' | 'account' | 'settings' | 'names', page?: number) =>
    withQuery('/profile', {
      tab: tab === 'stories' ? undefined : tab,
      page: page === 1 ? undefined : page,
    }),
  /** The settings, with the dialog for deleting the account open. */
  deleteAccount: (token: string) => withQuery('/profile', { tab: 'settings', delete: token }),
  createStory: () => '/create-story',
  editStory: (slug: string) => `/story/${segment(slug)}/edit`,
  storyStatistics: (slug: string, range?: string) =>
    withQuery(`/story/${segment(slug)}/statistics`, { range: range === 'month' ? undefined : range }),
  addChapter: (slug: string) => `/story/${segment(slug)}/add-chapter`,
  editChapter: (slug: string, chapterId: number | string) =>
    `/story/${segment(slug)}/chapter/${chapterId}/edit`,
  chapterVersions: (slug: string, chapterId: number | string) =>
    `/story/${segment(slug)}/chapter/${chapterId}/versions`,
  import: () => '/import',
  /** The preview of one of the author's own imports. */
  importPreview: (id: number | string) => `/import/${id}`,
  /** The reader's own shelves, or one of them by its id. */
  shelves: (query?: {
    shelf?: string | undefined;
    sort?: string | undefined;
    state?: string | undefined;
    page?: number | undefined;
  }) => withQuery('/shelves', { ...query, page: query?.page === 1 ? undefined : query?.page }),
  /** The things that the reader follows, and their news. */
  follows: () => '/follows',
  updates: (page?: number) => listUrl('/updates', undefined, page),
  /** Stops emails about what a reader follows, by the token of one of them. */
  stopFollowMails: (token?: string) => withQuery('/follows/stop-mails', { token }),
  /** Comments, replies and decisions that the reader is told of. */
  inbox: (page?: number) => listUrl('/inbox', undefined, page),
  /** Stops emails about an inbox, by the token of one of them. */
  stopInboxMails: (token?: string) => withQuery('/inbox/stop-mails', { token }),
  history: (page?: number) => listUrl('/history', undefined, page),
  /** The list of what the reader hides; forms that hide something post here. */
  hidden: () => '/hidden',
  /** The stories kept on this device, also without a network. */
  kept: () => '/kept',
  /** The reader's saved filters, also with a form for another one or to rename one; forms that change them post here. */
  savedFilters: (query?: { save: string; back: string } | { rename: string }) =>
    withQuery('/filters', { ...query }),
  trash: () => '/trash',
  createSeries: () => '/create-series',
  editSeries: (slug: string) => `/series/${segment(slug)}/edit`,
  /** The page for reading a decision and appealing against it, addressed by the token of its mail. */
  appeal: (token?: string) => withQuery('/appeal', { token }),
  /** One of the reader's own decisions, or all of them. */
  decisions: (id?: number) => withQuery('/appeal', { decision: id }),
  privacy: () => '/privacy',
  terms: () => '/terms',
  /** The versions of the terms, or one of them. */
  termsVersions: (version?: string) =>
    `/terms/versions${version === undefined ? '' : `/${segment(version)}`}`,
  guidelines: () => '/guidelines',
  help: () => '/help',
  /** The page for authors of readers' tools. */
  tools: () => '/help/tools',
  /** The reader's choices about content warnings. */
  warnings: () => '/warnings',
  contact: () => '/contact',
  faq: () => '/faq',
  takedownRequest: () => '/takedown-request',
  /** The report form for visitors without an account, with the reported address filled in. */
  report: (address?: string) => withQuery('/report', { url: address }),
  newsletterConfirm: (token?: string) => withQuery('/newsletter/confirm', { token }),
  /** Mail programs also post here for one-click unsubscription (RFC 8058). */
  newsletterUnsubscribe: (token?: string) => withQuery('/newsletter/unsubscribe', { token }),
  newsletterPreferences: (token?: string) => withQuery('/newsletter/preferences', { token }),
  /** Leads to a good story, another one each time. */
  random: () => '/random',
  /** Leaves the site: Quick exit without script. */
  exit: () => '/exit',
  /** The feed of a page with chapters or stories, by the page’s address. */
  feed: (page: string, format: 'xml' | 'json') => {
    const [path = '', query] = page.split('?');
    return `${path === '/' ? '' : path}/feed.${format}${query === undefined ? '' : `?${query}`}`;
  },
  serviceWorker: () => '/service-worker.js',
};

/** The addresses that only the server names, apart from the script of every page. */
export const fileUrls = {
  sitemap: () => '/sitemap.xml',
  sitemapPart: (kind: 'pages' | 'stories' | 'series' | 'lists' | 'authors' | 'tags', page: number) =>
    `/sitemap-${kind}-${page}.xml`,
  robots: () => '/robots.txt',
  openSearch: () => '/opensearch.xml',
  manifest: () => '/manifest.webmanifest',
  /** Asked for by browsers and programs that know no page of the site. */
  icon: () => '/favicon.ico',
  touchIcon: () => '/apple-touch-icon.png',
  /** The styles of an accent that the operator has chosen; six hexadecimal digits for each theme. */
  accent: ({ paper, lamp }: { paper: string; lamp: string }) => `/accent/${paper}-${lamp}.css`,
  healthz: () => '/healthz',
  securityTxt: () => '/.well-known/security.txt',
  /** Password managers look here for the form that changes a password. */
  changePassword: () => '/.well-known/change-password',
  openApi: () => '/api/openapi.json',
  apiDocs: () => '/api/docs',
};

/**
 * Whether a page's address holds a secret, so that nothing may store the page. The router finds it by the decoded path,
 * whatever the case of its letters.
 */
export function isSecretAddress(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname.split('/')[1] ?? '').toLowerCase() === 'draft';
  } catch {
    // No page has a name that can't be decoded.
    return false;
  }
}

/**
 * The path patterns of the screens that every visitor's script knows, in the router's syntax; further-paths.ts has the others.
 */
export const paths = {
  home: '/',
  allStories: '/stories',
  story: '/story/:slug',
  chapter: '/story/:slug/chapter/:chapterId',
  author: '/author/:username',
  authors: '/authors',
  tag: '/tag/:tag',
  tags: '/tags',
  search: '/search',
  login: '/login',
  register: '/register',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  googleCallback: '/auth/google/callback',
  privacy: '/privacy',
  terms: '/terms',
  guidelines: '/guidelines',
  help: '/help',
  contact: '/contact',
  faq: '/faq',
} as const;
