import { classNames } from '#ui/class-names.ts';
import { List } from '#ui/list.tsx';
import type { Tag } from '../contract/tags.ts';
import { indexLetter } from '../rules.ts';
import styles from './tag-index.module.css';
import { TagList } from './tag-list.tsx';

function byLetter(tags: Tag[]): [letter: string, tags: Tag[]][] {
  // '#' sorts before 'A', as do the digits and signs that it stands for.
  return [...Map.groupBy(tags, (tag) => indexLetter(tag.name))].sort(([a], [b]) => (a < b ? -1 : 1));
}

const anchorOf = (letter: string) => (letter === '#' ? 'tags-other' : `tags-${letter.toLowerCase()}`);
const nameOf = (letter: string) => (letter === '#' ? 'Numbers and symbols' : letter);

/** Tags under their letters, with a sticky row of letters to jump to. */
export function TagIndex({ tags }: { tags: Tag[] }) {
  const groups = byLetter(tags);
  return (
    <div className={styles.index}>
      {groups.length < 2 ? null : (
        <nav className={styles.letters} aria-label="Letters">
          <List className={styles.row}>
            {groups.map(([letter]) => (
              <li key={letter}>
                <a
                  className={styles.jump}
                  href={`#${anchorOf(letter)}`}
                  aria-label={letter === '#' ? nameOf(letter) : undefined}
                >
                  {letter}
                </a>
              </li>
            ))}
          </List>
        </nav>
      )}
      {groups.map(([letter, letterTags]) => (
        <section
          key={letter}
          id={anchorOf(letter)}
          className={styles.group}
          aria-labelledby={`${anchorOf(letter)}-title`}
        >
          <h2 id={`${anchorOf(letter)}-title`} className={classNames(styles.letter)}>
            <span aria-hidden={letter === '#'}>{letter}</span>
            {letter === '#' ? <span className="visually-hidden">{nameOf(letter)}</span> : null}
          </h2>
          <TagList tags={letterTags} label={`Tags under ${nameOf(letter)}`} />
        </section>
      ))}
    </div>
  );
}
