import type { ReactNode } from 'react';
import { excerpt, plural } from '#base/text.ts';
import { StoryCover } from '#features/covers/parts/cover-image.tsx';
import { NewChaptersBadge } from '#features/follows/parts/new-chapters-badge.tsx';
import { NotForMe } from '#features/hidden/parts/not-for-me.tsx';
import { BookmarkButton } from '#features/reactions/parts/bookmark-button.tsx';
import { VoteButtons } from '#features/reactions/parts/vote-buttons.tsx';
import { CardTags } from '#features/tags/parts/card-tags.tsx';
import { Card, CardTitle, type CardTitleProps } from '#ui/card.tsx';
import { urls } from '#urls.ts';
import type { Story } from '../contract/stories.ts';
import { CardAuthor } from '../parts/card-author.tsx';
import { CARD_EXCERPT_CHARACTERS } from '../parts/card-stories.ts';
import { CardWarnings } from '../parts/card-warnings.tsx';
import { readingTime } from '../parts/reading-time.ts';
import { useIsAuthor } from '../parts/use-is-author.ts';
import styles from './story-card.module.css';
import { StoryCounts } from './story-counts.tsx';

export type StoryCardProps = {
  story: Story;
  heading?: CardTitleProps['heading'];
  /** A sentence before the length, such as the story's state for its author. */
  note?: string | undefined;
  /** A link for the author, above the one that covers the card. */
  children?: ReactNode;
};

/** A story in a list. The title's link covers the card; author and tags are above it. */
export function StoryCard({ story, heading = 'h3', note, children }: StoryCardProps) {
  const isAuthor = useIsAuthor(story);
  const synopsis = excerpt(story.synopsis, CARD_EXCERPT_CHARACTERS);
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <div className={styles.about}>
          <CardTitle href={urls.story(story.slug)} heading={heading}>
            {story.title}
          </CardTitle>
          <CardAuthor story={story} />
          {synopsis === '' ? null : <p className={styles.synopsis}>{synopsis}</p>}
        </div>
        <StoryCover story={story} inList className={styles.cover} />
        <NewChaptersBadge storyId={story.id} />
      </div>
      <CardTags tags={story.tags} className={styles.tags} />
      <CardWarnings story={story} />
      <div className={styles.foot}>
        <p className={styles.length}>
          {note}
          {story.chapter_count === 0
            ? 'Unfinished: no chapter yet'
            : `${plural(story.chapter_count, 'chapter', 'chapters')}, ${readingTime(story.word_count)}`}
        </p>
        {children}
        <div className={styles.reactions}>
          <StoryCounts story={story} />
          {story.withheld_at === undefined ? (
            <div className={`needs-script no-print ${styles.buttons}`}>
              <VoteButtons story={story} variant="card" />
              <BookmarkButton story={story} variant="card" />
              {isAuthor ? null : <NotForMe story={story} />}
            </div>
          ) : null}
        </div>
      </div>
    </Card>
  );
}
