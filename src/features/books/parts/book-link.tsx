import { ButtonLink } from '#ui/button.tsx';

export type BookLinkProps = {
  /** The address of the story, series or list. */
  of: string;
  /** Whether guests may not have all of it: the request then needs the reader’s session. */
  isForMembers?: boolean;
};

/** A plain link to the book (EPUB). The browser sends no session with it, so a book for members is fetched by script. */
export function BookLink({ of, isForMembers = false }: BookLinkProps) {
  const href = `${of}/book.epub`;
  return (
    <ButtonLink
      href={href}
      rel="nofollow"
      title="As a book (EPUB), for reading programs and devices"
      onClick={
        isForMembers
          ? (event) => {
              event.preventDefault();
              void import('../components/fetch-book.ts').then(({ fetchBook }) => fetchBook(href));
            }
          : undefined
      }
    >
      Download
    </ButtonLink>
  );
}
