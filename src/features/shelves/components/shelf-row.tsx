import { useState } from 'react';
import { plural } from '#base/text.ts';
import { storyStatusLabels } from '#features/labels/contract/status.ts';
import { RegisterStoryApiId } from '#features/reactions/parts/story-api-id.ts';
import { CardAuthor } from '#features/stories/parts/card-author.tsx';
import { readingTime } from '#features/stories/parts/reading-time.ts';
import { Button } from '#ui/button.tsx';
import { formatDate } from '#ui/dates.ts';
import { urls } from '#urls.ts';
import { MAX_OWN_RATING } from '../contract/marks.ts';
import type { Shelf, ShelvedStory } from '../contract/shelves.ts';
import { ShelfButton } from '../parts/shelf-button.tsx';
import { ListNoteDialog } from './list-note-dialog.tsx';
import styles from './own-shelves.module.css';

type ShelfRowProps = { shelf: Shelf; story: ShelvedStory; onChanged: () => void; onRemove: () => void };

/** A story on a shelf, with everything that its reader keeps about it. */
export function ShelfRow({ shelf, story, onChanged, onRemove }: ShelfRowProps) {
  const [isOpen, setOpen] = useState(false);
  const isPublished = shelf.visibility !== 'private';
  return (
    <li className={styles.row}>
      <RegisterStoryApiId story={story} />
      <div className={styles.about}>
        <h3 className={styles.storyTitle} lang={story.language ?? undefined}>
          <a href={urls.story(story.slug)}>{story.title}</a>
        </h3>
        <CardAuthor story={story} />
        <p className={styles.quiet}>
          {plural(story.chapter_count, 'chapter', 'chapters')}, {readingTime(story.word_count)}
          {story.status === null ? '' : `, ${storyStatusLabels[story.status].toLowerCase()}`}, updated{' '}
          {formatDate(story.updated_at)}
        </p>
        {isPublished && story.note !== '' ? (
          <div className={styles.noteBox}>
            <p className={styles.noteLabel}>Note for readers of this list</p>
            <p className={styles.note}>{story.note}</p>
          </div>
        ) : null}
        {story.private_note === '' ? null : (
          <div className={styles.noteBox}>
            <p className={styles.noteLabel}>Private note</p>
            <p className={styles.note}>{story.private_note}</p>
          </div>
        )}
        {story.rating === null && story.own_tags.length === 0 ? null : (
          <p className={styles.quiet}>
            {story.rating === null ? '' : `Your rating: ${story.rating} of ${MAX_OWN_RATING}`}
            {story.rating === null || story.own_tags.length === 0 ? '' : '. '}
            {story.own_tags.length === 0 ? '' : `Your tags: ${story.own_tags.join(', ')}`}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <ShelfButton story={story} state={story.state} onChanged={onChanged} />
        {isPublished ? (
          <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            Note for readers
            <span className="visually-hidden"> of {story.title}</span>
          </Button>
        ) : null}
        <Button size="small" aria-label={`Remove ${story.title}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
      {isPublished ? (
        <ListNoteDialog
          shelf={shelf}
          story={story}
          open={isOpen}
          onClose={() => setOpen(false)}
          onSaved={() => {
            setOpen(false);
            onChanged();
          }}
        />
      ) : null}
    </li>
  );
}
