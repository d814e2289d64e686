import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { CloseIcon, SearchIcon } from '#ui/icons.tsx';
import { Modal } from '#ui/modal.tsx';
import { urls } from '#urls.ts';
import { MAX_SEARCH_QUERY_CHARACTERS, SEARCH_TYPES, type SearchType } from '../contract.ts';
import { announcementOf, OverlayResults } from './overlay-results.tsx';
import { useOverlaySearch } from './overlay-search.ts';
import { countResults } from './result-count.ts';
import styles from './search-overlay.module.css';

export type SearchOverlayProps = { open: boolean; onClose: () => void };

const tabs: Record<SearchType, string> = { all: 'All', stories: 'Stories', authors: 'Authors' };

/** The search overlay, available on every page. */
export function SearchOverlay({ open, onClose }: SearchOverlayProps) {
  return (
    <Modal
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      label="Search"
      initialFocus={false}
      className={styles.popup}
    >
      {/* Closing unmounts the panel, and so clears its text and results. */}
      <SearchPanel onClose={onClose} />
    </Modal>
  );
}

/** Waits for the popup's animation: a keyboard that opens meanwhile would make it jump. */
const FOCUS_DELAY_MS = 50;

function SearchPanel({ onClose }: { onClose: () => void }) {
  const search = useOverlaySearch();
  const { query, type, view } = search;
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const tabsName = useId();
  const [activeId, setActiveId] = useState<string>();
  // The active option belonged to the previous content.
  const [shown, setShown] = useState(view);
  if (shown !== view) {
    setShown(view);
    setActiveId(undefined);
  }

  useEffect(() => {
    const timer = setTimeout(() => input.current?.focus(), FOCUS_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);

  const options = () => [...(list.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];

  function move(step: 1 | -1): void {
    const all = options();
    // The cycle has one more position than there are options: the box itself, between the last and the first.
    const at = all.findIndex((option) => option.id === activeId) + 1;
    const next = all[((at + step + all.length + 1) % (all.length + 1)) - 1];
    setActiveId(next?.id);
    next?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    }
    if (event.key === 'Enter' && activeId !== undefined) {
      event.preventDefault();
      options()
        .find((option) => option.id === activeId)
        ?.click();
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    search.submit();
  }

  const isBlank = query.trim() === '';
  const hasOptions =
    view.kind === 'suggestions'
      ? view.suggestions.length > 0
      : view.kind === 'results' && countResults(view.results).count > 0;
  return (
    <search className={styles.panel}>
      <form className={styles.form} action={urls.search()} onSubmit={submit}>
        <SearchIcon size={22} className={styles.icon} />
        <input
          ref={input}
          className={styles.input}
          type="search"
          name="q"
          role="combobox"
          aria-label="Search stories and authors"
          aria-expanded={hasOptions}
          aria-controls={hasOptions ? listId : undefined}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          placeholder="A title, a name, a tag, a line you remember"
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          maxLength={MAX_SEARCH_QUERY_CHARACTERS}
          value={query}
          onChange={(event) => {
            // Enter submits the typed text, even while old suggestions are still visible.
            setActiveId(undefined);
            search.changeQuery(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" variant="primary" size="small" disabled={isBlank}>
          Search
        </Button>
        <IconButton label="Close" icon={<CloseIcon />} onClick={onClose} />
      </form>
      <div className={styles.bar}>
        <fieldset className={styles.tabs}>
          <legend className="visually-hidden">Search in</legend>
          {SEARCH_TYPES.map((each) => (
            <label key={each} className={styles.tab}>
              <input
                className={styles.radio}
                type="radio"
                name={tabsName}
                checked={each === type}
                onChange={() => search.chooseType(each)}
              />
              {tabs[each]}
            </label>
          ))}
        </fieldset>
        <a className={styles.advanced} href={urls.search({ q: query.trim(), type })} onClick={onClose}>
          Advanced Search
        </a>
      </div>
      {/* Always rendered, so that screen readers announce new content. */}
      <p className="visually-hidden" role="status">
        {announcementOf(view)}
      </p>
      <div ref={list} className={styles.findings}>
        <OverlayResults view={view} type={type} listId={listId} activeId={activeId} onFollow={onClose} />
      </div>
    </search>
  );
}
