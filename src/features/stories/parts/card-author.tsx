import { AuthorLink, type AuthorLinkProps } from './author-link.tsx';
import styles from './card-author.module.css';

/** The line below a card's title. */
export function CardAuthor({ story }: Pick<AuthorLinkProps, 'story'>) {
  return (
    <p className={styles.line}>
      by <AuthorLink story={story} className={styles.link} />
    </p>
  );
}
