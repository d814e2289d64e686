import { abbreviateCount } from '#ui/counts.ts';
import { formatDate } from '#ui/dates.ts';
import { urls } from '#urls.ts';
import type { Author } from '../contract.ts';
import styles from './author-card.module.css';
import { AuthorPlate } from './author-plate.tsx';

export function AuthorCard({ author }: { author: Author }) {
  const { top_story: topStory } = author;
  return (
    <article className={styles.card}>
      <AuthorPlate name={author.display_name} />
      <div className={styles.who}>
        <h2 className={styles.name}>
          <a href={urls.author(author.username)}>{author.display_name}</a>
        </h2>
        <p className={styles.username}>@{author.username}</p>
      </div>
      <dl className={styles.figures}>
        <Figure label="Stories" count={author.story_count} />
        <Figure label="Views" count={author.total_views} />
        <Figure label="Upvotes" count={author.total_upvotes} />
        <div>
          <dt>Trending</dt>
          <dd>{author.author_trending_score.toFixed(1)}</dd>
        </div>
      </dl>
      {topStory === null ? null : (
        <p className={styles.topStory}>
          <span className={styles.label}>Top story</span>
          <a href={urls.story(topStory.slug)}>{topStory.title}</a>
        </p>
      )}
      <p className={styles.since}>
        Member since <time dateTime={author.created_at}>{formatDate(author.created_at)}</time>
      </p>
    </article>
  );
}

function Figure({ label, count }: { label: string; count: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{abbreviateCount(count)}</dd>
    </div>
  );
}
