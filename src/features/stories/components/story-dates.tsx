import { storyStatusLabels } from '#features/labels/contract/status.ts';
import { licenceAddress, licenceLabel } from '#features/labels/rules/licence.ts';
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
          <a href={licenceAddress(story.licence)} rel="license noreferrer">
            {licenceLabel(story.licence)}
          </a>
        </>
      )}
    </p>
  );
}
