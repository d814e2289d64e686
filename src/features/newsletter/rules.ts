import { NEWS_KINDS, type NewsKind, type Preferences } from './contract/newsletter.ts';

/** The column of each kind of news, in the tables of subscribers and of mailed links. */
export const newsColumns = {
  newStories: 'new_stories',
  featuredAuthors: 'featured_authors',
  weeklyUpdates: 'weekly_updates',
} as const satisfies Record<NewsKind, string>;

export function preferencesBy(isWanted: (kind: NewsKind) => boolean): Preferences {
  return Object.fromEntries(NEWS_KINDS.map((kind) => [kind, isWanted(kind)])) as Preferences;
}

export interface NewsStory {
  title: string;
  slug: string;
  /** What the author is called on pages. */
  author: string;
  username: string;
}

/** What has happened in a week. */
export interface News {
  newStories: NewsStory[];
  /** How many new stories there are in all. */
  newStoryCount: number;
  /** One story of each author who was featured. */
  featured: NewsStory[];
  best: NewsStory[];
  /** Whether the best are others than the week before. */
  isBestNew: boolean;
}

export interface LetterSection {
  kind: NewsKind;
  stories: NewsStory[];
}

/** What of the news goes to somebody, section by section; none at all when none of it is new to them. */
export function sectionsFor(news: News, preferences: Preferences): LetterSection[] {
  const sections: LetterSection[] = [
    { kind: 'newStories', stories: news.newStories },
    { kind: 'featuredAuthors', stories: news.featured },
    { kind: 'weeklyUpdates', stories: news.best },
  ];
  const wanted = sections.filter(({ kind, stories }) => preferences[kind] && stories.length > 0);
  const isNews = wanted.some(({ kind }) => kind !== 'weeklyUpdates' || news.isBestNew);
  return isNews ? wanted : [];
}

/** All that is asked of what was typed before it is sent; the rest is for the server to judge. */
export function isTypedAddress(text: string): boolean {
  return text.trim().includes('@');
}
