import { excerpt, plural } from '#base/text.ts';
import { BookmarkButton } from '#features/reactions/parts/bookmark-button.tsx';
import { VoteButtons } from '#features/reactions/parts/vote-buttons.tsx';
import { CARD_TAGS_SHOWN } from '#features/tags/contract.ts';
import { urls } from '#urls.ts';
import type { Story } from '../contract.ts';
import { AuthorLink } from '../parts/author-link.tsx';
import { CARD_EXCERPT_LENGTH } from '../parts/card-stories.ts';
import { readingTime } from '../parts/reading-time.ts';
import styles from './story-card.module.css';
import { StoryCounts } from './story-counts.tsx';

export type StoryCardProps = {
  story: Story;
  /** Level of the title, so that the page's outline stays right. */
  heading?: 'h2' | 'h3' | 'h4';
};

const waitingWords = {
  address: 'Not in the lists yet: verify your address. ',
  moderator: 'Not in the lists yet: a moderator looks at it first. ',
};

/** A story in a list. The title's link covers the card; author and tags lie above it. */
export function StoryCard({ story, heading: Heading = 'h3' }: StoryCardProps) {
  const shown = story.tags.slice(0, CARD_TAGS_SHOWN);
  const more = story.tags.length - shown.length;
  const synopsis = excerpt(story.synopsis, CARD_EXCERPT_LENGTH);
  return (
    <article className={styles.card}>
      <Heading className={styles.title}>
        <a className={styles.titleLink} href={urls.story(story.slug)}>
          {story.title}
        </a>
      </Heading>
      <p className={styles.author}>
        by <AuthorLink story={story} className={styles.authorLink} />
      </p>
      {synopsis === '' ? null : <p className={styles.synopsis}>{synopsis}</p>}
      {shown.length === 0 ? null : (
        // biome-ignore lint/a11y/noRedundantRoles: without it VoiceOver does not see a list without markers
        <ul role="list" className={styles.tags} aria-label="Tags">
          {shown.map((tag) => (
            <li key={tag.name}>
              <a className={styles.tag} href={urls.tag(tag.name)}>
                {tag.name}
              </a>
            </li>
          ))}
          {more > 0 ? <li className={styles.more}>+{more} more</li> : null}
        </ul>
      )}
      <div className={styles.foot}>
        <p className={styles.length}>
          {story.withheld_at === undefined ? '' : 'Withheld from readers. '}
          {story.waiting_for === undefined ? '' : waitingWords[story.waiting_for]}
          {story.chapter_count === 0
            ? 'Unfinished: no chapter yet'
            : `${plural(story.chapter_count, 'chapter', 'chapters')}, ${readingTime(story.word_count)}`}
        </p>
        <div className={styles.acts}>
          <StoryCounts story={story} />
          {story.withheld_at === undefined ? (
            <div className={`needs-script no-print ${styles.buttons}`}>
              <VoteButtons story={story} look="card" />
              <BookmarkButton story={story} look="card" />
            </div>
          ) : null}
        </div>
      </div>
    </article>
  );
}
