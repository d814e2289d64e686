import { CARD_TAGS_SHOWN } from '#features/tags/contract.ts';
import { abbreviateCount } from '#ui/counts.ts';
import { ArrowUpIcon, EyeIcon } from '#ui/icons.tsx';
import { urls } from '#urls.ts';
import { MarkedText } from '../parts/marked-text.tsx';
import type { ShownHit } from './loaders.ts';
import styles from './story-hit-row.module.css';

/** A story that was found, with the place where it matches. The title's link covers the row. */
export function StoryHitRow({ story }: { story: ShownHit }) {
  const { snippet } = story;
  const shown = story.tags.slice(0, CARD_TAGS_SHOWN);
  const more = story.tags.length - shown.length;
  return (
    <article className={styles.row}>
      <h4 className={styles.title}>
        <a className={styles.titleLink} href={urls.story(story.slug)}>
          <MarkedText parts={story.title_parts} />
        </a>
      </h4>
      <p className={styles.author}>
        by{' '}
        <a className={styles.authorLink} href={urls.author(story.author_username)}>
          <MarkedText parts={story.author_parts} />
        </a>
      </p>
      {snippet === null ? (
        <p className={styles.snippet}>{story.synopsis}</p>
      ) : (
        <p className={styles.snippet}>
          <MarkedText parts={snippet.parts} />
          {snippet.chapter === null ? null : (
            <span className={styles.place}>
              {' '}
              in{' '}
              <a className={styles.chapter} href={urls.chapter(story.slug, snippet.chapter.id)}>
                {snippet.chapter.title}
              </a>
            </span>
          )}
        </p>
      )}
      <div className={styles.foot}>
        {shown.length === 0 ? null : (
          // biome-ignore lint/a11y/noRedundantRoles: without it VoiceOver does not see a list without markers
          <ul role="list" className={styles.tags} aria-label="Tags">
            {shown.map((tag) => (
              <li key={tag.name}>
                <a className={styles.tag} href={urls.tag(tag.name)}>
                  <MarkedText parts={[{ text: tag.name, is_match: tag.isMatched }]} />
                </a>
              </li>
            ))}
            {more > 0 ? <li className={styles.more}>+{more} more</li> : null}
          </ul>
        )}
        {/* biome-ignore lint/a11y/noRedundantRoles: without it VoiceOver does not see a list without markers */}
        <ul role="list" className={styles.counts}>
          <li className={styles.count}>
            <EyeIcon size={15} />
            {abbreviateCount(story.view_count)}
            <span className="visually-hidden"> {story.view_count === 1 ? 'view' : 'views'}</span>
          </li>
          <li className={styles.count}>
            <ArrowUpIcon size={15} />
            {abbreviateCount(story.upvote_count)}
            <span className="visually-hidden"> {story.upvote_count === 1 ? 'upvote' : 'upvotes'}</span>
          </li>
        </ul>
      </div>
    </article>
  );
}
