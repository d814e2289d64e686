import { excerpt, plural } from '#base/text.ts';
import { StoryCover } from '#features/covers/parts/cover-image.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { urls } from '#urls.ts';
import type { Story } from '../contract/stories.ts';
import { AuthorLink } from '../parts/author-link.tsx';
import { readingTime } from '../parts/reading-time.ts';
import styles from './home-hero.module.css';

const EXCERPT_LENGTH = 300;

/** The story that the moderators have featured. */
export function HomeHero({ story }: { story: Story }) {
  const synopsis = excerpt(story.synopsis, EXCERPT_LENGTH);
  return (
    <section className={styles.hero} aria-labelledby="featured-title">
      <StoryCover story={story} inList className={styles.cover} />
      <div className={styles.head}>
        <p className={styles.label}>Featured story</p>
        <h2 className={styles.title} id="featured-title">
          <a className={styles.titleLink} href={urls.story(story.slug)}>
            {story.title}
          </a>
        </h2>
        <p className={styles.byline}>
          by <AuthorLink story={story} className={styles.author} />
        </p>
      </div>
      {synopsis === '' ? null : <p className={styles.synopsis}>{synopsis}</p>}
      <div className={styles.foot}>
        <ButtonLink variant="primary" href={urls.story(story.slug)} aria-describedby="featured-title">
          Read Now
        </ButtonLink>
        <p className={styles.length}>
          {plural(story.chapter_count, 'chapter', 'chapters')}, {readingTime(story.word_count)}
        </p>
      </div>
    </section>
  );
}
