import { List } from '#ui/list.tsx';
import { urls } from '#urls.ts';
import type { Story } from '../contract/stories.ts';
import styles from './series-places.module.css';

/** The story's place in each of its series. */
export function SeriesPlaces({ story }: { story: Pick<Story, 'series'> }) {
  if (story.series.length === 0) return null;
  return (
    <List className={styles.places}>
      {story.series.map(({ id, slug, title, position, of }) => (
        <li key={id}>
          Part {position} of {of} in <a href={urls.series(slug)}>{title}</a>
        </li>
      ))}
    </List>
  );
}
