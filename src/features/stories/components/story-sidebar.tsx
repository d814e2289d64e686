import { plural } from '#base/text.ts';
import { tagMessages } from '#features/tags/contract/tags.ts';
import { Chip, ChipList } from '#ui/chip.tsx';
import { List } from '#ui/list.tsx';
import { StretchedLink } from '#ui/stretched-link.tsx';
import { urls } from '#urls.ts';
import type { Story } from '../contract/stories.ts';
import { readingTime } from '../parts/reading-time.ts';
import styles from './story-sidebar.module.css';

export type StorySidebarProps = {
  /** Undefined when it could not be loaded; the same holds for trendingTags. */
  related: Story[] | undefined;
  trendingTags: string[] | undefined;
};

/** Links to related stories and trending tags. */
export function StorySidebar({ related = [], trendingTags }: StorySidebarProps) {
  return (
    <aside className={styles.sidebar} aria-label="More to read">
      {related.length === 0 ? null : (
        <section aria-labelledby="related-title">
          <h2 className={styles.title} id="related-title">
            Related stories
          </h2>
          <List className={styles.related}>
            {related.map((story) => (
              <li key={story.id} className={styles.entry}>
                <h3 className={styles.storyTitle}>
                  <StretchedLink href={urls.story(story.slug)}>{story.title}</StretchedLink>
                </h3>
                <p className={styles.about}>
                  by {story.author_display_name}
                  <br />
                  {plural(story.chapter_count, 'chapter', 'chapters')}, {readingTime(story.word_count)}
                </p>
              </li>
            ))}
          </List>
        </section>
      )}
      <section aria-labelledby="trending-tags-title">
        <h2 className={styles.title} id="trending-tags-title">
          Trending tags
        </h2>
        {trendingTags === undefined || trendingTags.length === 0 ? (
          <p className={styles.about}>
            {trendingTags === undefined ? tagMessages.loadTrendingFailed : tagMessages.none}
          </p>
        ) : (
          <ChipList className={styles.tags}>
            {trendingTags.map((name) => (
              <Chip key={name} href={urls.tag(name)} label={name} />
            ))}
          </ChipList>
        )}
      </section>
    </aside>
  );
}
