import { type ComponentType, type KeyboardEvent, type MouseEvent, useState } from 'react';
import { type ReadingState, readingStateLabels } from '#features/reactions/contract/reading-state.ts';
import { useReadingState } from '#features/reactions/parts/reading-state.ts';
import type { Story } from '#features/stories/contract/stories.ts';
import choiceButton from '#ui/choice-button.module.css';
import { classNames } from '#ui/class-names.ts';
import { ShelfIcon } from '#ui/icons.tsx';
import { useLoadOnClick } from '#ui/use-load-on-click.ts';
import type { ShelfMenuProps } from '../components/shelf-menu.tsx';

const loadMenu = () => import('../components/shelf-menu.tsx');

function prepare(): void {
  // A failed prefetch needs no message, because the press retries.
  loadMenu().catch(() => undefined);
}

export type ShelfButtonProps = {
  story: Pick<Story, 'id' | 'title'>;
  /** The state that the caller knows already; otherwise it is fetched with the reader's reactions. */
  state?: ReadingState | null;
  onChanged?: (() => void) | undefined;
};

/** Opens the choice of shelves for a story, whose code loads with the pointer, the focus or the press. */
export function ShelfButton({ story, state: known, onChanged }: ShelfButtonProps) {
  const fetched = useReadingState(story.id);
  const state = (known === undefined ? fetched : known) ?? null;
  const { press, waitingProps } = useLoadOnClick(loadMenu);
  const [opened, setOpened] = useState<{ Menu: ComponentType<ShelfMenuProps>; byKeyboard: boolean }>();
  const className = classNames(choiceButton.button, state !== null && choiceButton.chosen);
  const label = `“${story.title}”: choose a shelf`;
  const content = (
    <>
      <ShelfIcon />
      <span className={choiceButton.word}>{state === null ? 'Shelve' : readingStateLabels[state]}</span>
    </>
  );
  if (opened !== undefined)
    return (
      <opened.Menu {...{ story, state, onChanged, className, label }} byKeyboard={opened.byKeyboard}>
        {content}
      </opened.Menu>
    );
  const open = (byKeyboard: boolean) => press(({ ShelfMenu }) => setOpened({ Menu: ShelfMenu, byKeyboard }));
  return (
    <button
      type="button"
      className={className}
      {...waitingProps}
      aria-haspopup="menu"
      aria-expanded={false}
      // A keyboard press is a click with a count of 0.
      onClick={(event: MouseEvent) => open(event.detail === 0)}
      onPointerEnter={prepare}
      onFocus={prepare}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        open(true);
      }}
    >
      {content}
      <span className="visually-hidden">{label}</span>
    </button>
  );
}
