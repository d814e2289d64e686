import { IconButton } from '#ui/icon-button.tsx';
import { SearchIcon } from '#ui/icons.tsx';
import { useKeyHints } from '#ui/use-key-hints.ts';
import { urls } from '#urls.ts';
import styles from './search-button.module.css';
import { useSearchOverlay } from './search-provider.tsx';

/** The button in the bar: opens the search overlay; without script it is a link to the search page. */
export function SearchButton() {
  const { hasKeys, noticePointer } = useKeyHints();
  const { open, preload, isLoading } = useSearchOverlay();
  return (
    <>
      <IconButton
        className="needs-script"
        label="Search"
        title={hasKeys ? 'Search ( / )' : 'Search'}
        icon={<SearchIcon />}
        aria-haspopup="dialog"
        aria-keyshortcuts="/"
        onClick={open}
        onPointerEnter={(event) => {
          noticePointer(event);
          preload();
        }}
        onFocus={preload}
        {...(isLoading ? { 'aria-busy': true, 'data-waiting': '' } : {})}
      />{' '}
      <a className={`without-script ${styles.link}`} href={urls.search()}>
        Search
      </a>
    </>
  );
}

/** The search button in the menu of small screens. */
export function SearchMenuEntry() {
  const { open, preload, isLoading } = useSearchOverlay();
  return (
    <>
      <button
        type="button"
        className={`needs-script ${styles.entry}`}
        aria-haspopup="dialog"
        onClick={open}
        onPointerEnter={preload}
        onFocus={preload}
        {...(isLoading ? { 'aria-busy': true, 'data-waiting': '' } : {})}
      >
        Search
      </button>{' '}
      <a className={`without-script ${styles.link}`} href={urls.search()}>
        Search
      </a>
    </>
  );
}
