import { plural } from '#base/text.ts';
import { List } from '#ui/list.tsx';
import { urls } from '#urls.ts';
import type { ReadingList } from '../contract/lists.ts';
import styles from './author-lists.module.css';

export type AuthorListsProps = {
  lists: readonly Pick<ReadingList, 'slug' | 'title' | 'synopsis' | 'story_count'>[];
};

/** The public reading lists of an author, on the author's page; nothing without any. */
export function AuthorLists({ lists }: AuthorListsProps) {
  if (lists.length === 0) return null;
  return (
    <section aria-labelledby="lists-title" className={styles.lists}>
      <h2 id="lists-title">Reading lists</h2>
      <List className={styles.list}>
        {lists.map((list) => (
          <li key={list.slug} className={styles.row}>
            <a className={styles.title} href={urls.list(list.slug)}>
              {list.title}
            </a>
            <span className={styles.quiet}>{plural(list.story_count, 'story', 'stories')}</span>
            {list.synopsis === '' ? null : <p className={styles.synopsis}>{list.synopsis}</p>}
          </li>
        ))}
      </List>
    </section>
  );
}
