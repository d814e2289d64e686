import { ButtonLink } from '#ui/button.tsx';
import styles from './previous-next-links.module.css';

export type PreviousNextLinksProps = { page: number; pages: number; hrefFor: (page: number) => string };

/** Previous and next links: nobody looks for a letter by page number. */
export function PreviousNextLinks({ page, pages, hrefFor }: PreviousNextLinksProps) {
  if (pages <= 1) return null;
  return (
    <nav className={styles.pages} aria-label="Pages of tags">
      {page > 1 ? (
        <ButtonLink rel="prev" href={hrefFor(page - 1)}>
          Previous
        </ButtonLink>
      ) : (
        <span className={styles.none}>Previous</span>
      )}
      <span className={styles.place}>{`Page ${page} of ${pages}`}</span>
      {page < pages ? (
        <ButtonLink rel="next" href={hrefFor(page + 1)}>
          Next
        </ButtonLink>
      ) : (
        <span className={styles.none}>Next</span>
      )}
    </nav>
  );
}
