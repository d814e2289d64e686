import { plural } from '#base/text.ts';
import { Card, CardTitle, type CardTitleProps } from '#ui/card.tsx';
import { abbreviateCount } from '#ui/counts.ts';
import { formatDate } from '#ui/dates.ts';
import { List } from '#ui/list.tsx';
import { urls } from '#urls.ts';
import type { Author } from '../contract.ts';
import { AuthorAvatar } from './author-avatar.tsx';
import styles from './author-card.module.css';

export type AuthorCardProps = {
  author: Omit<Author, 'bio'>;
  /** Shows the trending score: search results have no other order to say it. */
  showsScore?: boolean;
  heading?: CardTitleProps['heading'];
  /** Link text that names the card's target, such as 'View profile'. */
  cue?: string;
};

/** An author in a list. */
export function AuthorCard({ author, showsScore = false, heading = 'h2', cue }: AuthorCardProps) {
  const { top_story: topStory } = author;
  const trending = author.author_trending_score.toFixed(1);
  return (
    <Card className={styles.card}>
      <div className={styles.side}>
        <AuthorAvatar name={author.display_name} />
        {!showsScore || trending === '0.0' ? null : (
          <p className={styles.trending}>
            <span className={styles.score}>{trending}</span> trending
          </p>
        )}
      </div>
      <div>
        <CardTitle href={urls.author(author.username)} heading={heading}>
          {author.display_name}
        </CardTitle>
        <p className={styles.username}>@{author.username}</p>
      </div>
      <p className={styles.topStory}>
        {topStory === null ? null : (
          <>
            Top story <a href={urls.story(topStory.slug)}>{topStory.title}</a>
          </>
        )}
      </p>
      <div className={styles.foot}>
        <List className={styles.counts}>
          <Count count={author.story_count} one="story" many="stories" />
          <Count count={author.total_views} one="view" many="views" />
          <Count count={author.total_upvotes} one="upvote" many="upvotes" />
        </List>
        <p>
          Member since <time dateTime={author.created_at}>{formatDate(author.created_at)}</time>
        </p>
        {cue === undefined ? null : (
          <p className={styles.cue} aria-hidden="true">
            {cue}
          </p>
        )}
      </div>
    </Card>
  );
}

/** Renders nothing for a count of zero. */
function Count({ count, one, many }: { count: number; one: string; many: string }) {
  if (count === 0) return null;
  return (
    <li title={plural(count, one, many)}>
      <span className={styles.count}>{abbreviateCount(count)}</span> {count === 1 ? one : many}
    </li>
  );
}
