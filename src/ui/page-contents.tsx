import { List } from './list.tsx';
import styles from './page-contents.module.css';

/** Links to the sections of a long page. */
export function PageContents({ sections }: { sections: readonly { id: string; title: string }[] }) {
  return (
    <nav aria-label="On this page">
      <List className={styles.contents}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </List>
    </nav>
  );
}
