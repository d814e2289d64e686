import { licences } from '#features/labels/contract/licences.ts';
import { storyStatusLabels } from '#features/labels/contract/status.ts';
import { formatDate } from '#ui/dates.ts';
import type { Story } from '../contract/stories.ts';
import styles from './story-dates.module.css';

/** A story's status, the dates of its publication, or of its beginning while it is a draft, and of its last change; its licence. */
export function StoryDates({ story }: { story: Story }) {
  const published = formatDate(story.created_at);
  const updated = formatDate(story.updated_at);
  return (
    <p className={styles.dates}>
      {story.status === null ? null : `${storyStatusLabels[story.status]}. `}
      {story.visibility === 'draft' ? 'Begun' : 'Published'}{' '}
      <time dateTime={story.created_at}>{published}</time>
      {updated === published ? null : (
        <>
          , updated <time dateTime={story.updated_at}>{updated}</time>
        </>
      )}
      {story.licence === null ? null : (
        <>
          . Licence:{' '}
          <a href={licences[story.licence].address} rel="license noreferrer">
            {licences[story.licence].label}
          </a>
        </>
      )}
    </p>
  );
}
