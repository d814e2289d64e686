import { plural } from '#base/text.ts';
import { CoverImage } from '#features/covers/parts/cover-image.tsx';
import { pointsIn, scoreOf, shortScore } from '#features/reactions/parts/score.ts';
import { CardAuthor } from '#features/stories/parts/card-author.tsx';
import { CardWarnings } from '#features/stories/parts/card-warnings.tsx';
import { updatedNote } from '#features/stories/parts/updated-note.ts';
import { CardTags } from '#features/tags/parts/card-tags.tsx';
import { Card, CardTitle } from '#ui/card.tsx';
import { abbreviateCount } from '#ui/counts.ts';
import { ArrowUpIcon, EyeIcon } from '#ui/icons.tsx';
import { List } from '#ui/list.tsx';
import { urls } from '#urls.ts';
import type { ShownHit } from '../screens/loaders.ts';
import { HighlightedText } from './highlighted-text.tsx';
import styles from './story-hit-row.module.css';

export type StoryHitRowProps = { story: ShownHit; saysWhenUpdated: boolean };

/** A matching story, with the matching passage. */
export function StoryHitRow({ story, saysWhenUpdated }: StoryHitRowProps) {
  const { snippet } = story;
  return (
    <Card className={styles.row}>
      <CoverImage of={urls.story(story.slug)} inList className={styles.cover} />
      <CardTitle href={urls.story(story.slug)} heading="h4">
        <span lang={story.language}>
          <HighlightedText parts={story.title_parts} />
        </span>
      </CardTitle>
      <CardAuthor story={story} />
      {snippet === null ? (
        <p className={styles.snippet} lang={story.language}>
          {story.synopsis}
        </p>
      ) : (
        <p className={styles.snippet}>
          <span lang={story.language}>
            <HighlightedText parts={snippet.parts} />
          </span>
          {snippet.chapter === null ? null : (
            <span className={styles.place}>
              {' '}
              in{' '}
              <a
                className={styles.chapter}
                href={urls.chapter(story.slug, snippet.chapter.id)}
                lang={story.language}
              >
                {snippet.chapter.title}
              </a>
            </span>
          )}
        </p>
      )}
      <CardWarnings story={story} />
      <div className={styles.foot}>
        <CardTags tags={story.tags} />
        {saysWhenUpdated ? <p className={styles.updated}>{updatedNote(story)}</p> : null}
        <HitCounts story={story} />
      </div>
    </Card>
  );
}

/** Shows the upvote count that the specification requires, next to the score shown everywhere. */
function HitCounts({ story }: { story: ShownHit }) {
  const { view_count: views, upvote_count: upvotes } = story;
  const score = scoreOf(story);
  if (views === 0 && upvotes === 0) return null;
  return (
    <List className={styles.counts}>
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
      {score <= 0 && upvotes > 0 ? <li className={styles.count}>{plural(upvotes, 'upvote')}</li> : null}
    </List>
  );
}
