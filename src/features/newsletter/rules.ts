import { NEWS_KINDS, type NewsKind, type Preferences } from './contract/newsletter.ts';

/** The column of each kind of news, in the tables of subscribers and of links. */
export const newsColumns = {
  newStories: 'new_stories',
  featuredAuthors: 'featured_authors',
  weeklyUpdates: 'weekly_updates',
} as const satisfies Record<NewsKind, string>;

export function buildPreferences(isWanted: (kind: NewsKind) => boolean): Preferences {
  return Object.fromEntries(NEWS_KINDS.map((kind) => [kind, isWanted(kind)])) as Preferences;
}

export interface NewsStory {
  id: number;
  title: string;
  slug: string;
  /** The author's name as pages show it. */
  author: string;
  username: string;
}

/** The news of one week. */
export interface News {
  newStories: NewsStory[];
  /** The other new stories, which are counted and not named. */
  furtherIds: readonly number[];
  /** One story of each featured author. */
  featured: NewsStory[];
  best: NewsStory[];
  /** Whether the best stories differ from those of the previous issue. */
  isBestNew: boolean;
}

export interface NewsletterSection {
  kind: NewsKind;
  stories: NewsStory[];
}

/** The news without those of the stories that a subscriber never wants to meet. */
export function withoutStories(news: News, hiddenIds: ReadonlySet<number>): News {
  const shown = (stories: NewsStory[]) => stories.filter(({ id }) => !hiddenIds.has(id));
  return {
    ...news,
    newStories: shown(news.newStories),
    furtherIds: news.furtherIds.filter((id) => !hiddenIds.has(id)),
    featured: shown(news.featured),
    best: shown(news.best),
  };
}

/** The sections of the news for one subscriber; none when nothing in them is new. */
export function sectionsFor(news: News, preferences: Preferences): NewsletterSection[] {
  const sections: NewsletterSection[] = [
    { kind: 'newStories', stories: news.newStories },
    { kind: 'featuredAuthors', stories: news.featured },
    { kind: 'weeklyUpdates', stories: news.best },
  ];
  const selected = sections.filter(({ kind, stories }) => preferences[kind] && stories.length > 0);
  const hasNews = selected.some(({ kind }) => kind !== 'weeklyUpdates' || news.isBestNew);
  return hasNews ? selected : [];
}

/** The only check before an address is sent; the server does the rest. */
export function isTypedAddress(text: string): boolean {
  return text.trim().includes('@');
}
