import { plural } from '#base/text.ts';
import { pointsIn, scoreOf, shortScore } from '#features/reactions/parts/score.ts';
import { AuthorLink } from '#features/stories/parts/author-link.tsx';
import { CARD_TAGS_SHOWN } from '#features/tags/contract.ts';
import { classNames } from '#ui/class-names.ts';
import { abbreviateCount } from '#ui/counts.ts';
import { ArrowUpIcon, EyeIcon } from '#ui/icons.tsx';
import { urls } from '#urls.ts';
import type { ShownHit } from '../screens/loaders.ts';
import { MarkedText } from './marked-text.tsx';
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
        by <AuthorLink story={story} className={styles.authorLink} />
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
                <a
                  className={classNames(styles.tag, tag.isMatched && styles.matched)}
                  href={urls.tag(tag.name)}
                >
                  {tag.name}
                </a>
              </li>
            ))}
            {more > 0 ? <li className={styles.more}>+{more} more</li> : null}
          </ul>
        )}
        <HitCounts story={story} />
      </div>
    </article>
  );
}

/** The specification's upvote count goes along with the number that readers see everywhere. */
function HitCounts({ story }: { story: ShownHit }) {
  const { view_count: views, upvote_count: upvotes } = story;
  const score = scoreOf(story);
  if (views === 0 && upvotes === 0) return null;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without it VoiceOver does not see a list without markers
    <ul role="list" className={styles.counts}>
      {views === 0 ? null : (
        <li className={styles.count} title={plural(views, 'view')}>
          <EyeIcon size={15} />
          {abbreviateCount(views)}
          <span className="visually-hidden"> {views === 1 ? 'view' : 'views'}</span>
        </li>
      )}
      {score <= 0 ? null : (
        <li className={styles.count} title={`${pointsIn(score)}, ${plural(upvotes, 'upvote')}`}>
          <ArrowUpIcon size={15} />
          {shortScore(score)}
          <span className="visually-hidden">
            {score === 1 ? ' point' : ' points'}, {plural(upvotes, 'upvote')}
          </span>
        </li>
      )}
    </ul>
  );
}
