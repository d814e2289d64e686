const segment = encodeURIComponent;

/** The addresses of catalogues, and of what a token opens, apart from urls.ts because no page's script needs them. */
export const feedUrls = {
  /** The feed of what its owner follows. The token is a secret, here and below. */
  privateFeed: (token: string, format: 'xml' | 'json') => `/feed/${segment(token)}.${format}`,
  /** The catalogue of all stories, in the version of OPDS. */
  catalogue: (version: 1 | 2 = 1) => (version === 1 ? '/opds' : '/opds/v2'),
  privateCatalogue: (token: string, version: 1 | 2 = 1) => `${feedUrls.catalogue(version)}/${segment(token)}`,
  privateBook: (token: string, slug: string) => `/opds/${segment(token)}/book/${segment(slug)}.epub`,
};
