import { type ComponentType, type ReactElement, useEffect, useRef, useState } from 'react';
import type { User } from '#features/accounts/contract/session.ts';
import { selectedPassage } from '#features/corrections/parts/selected-passage.ts';
import { Button } from '#ui/button.tsx';
import { focusInPlace } from '#ui/focus-in-place.ts';
import { useLoadOnClick } from '#ui/use-load-on-click.ts';
import { urls } from '#urls.ts';
import type { ChapterPlace } from './chapter-place.ts';
import styles from './passage-tools.module.css';
import { type SelectedWords, selectedWords, useSelectionPlace } from './selected-words.ts';

// Loaded with the press.
const loadComment = () => import('./comment-dialog.tsx');
const loadCorrection = () => import('#features/corrections/parts/correct-passage.tsx');

export type PassageToolsProps = {
  place: ChapterPlace;
  user: User | undefined;
  takesComments: boolean;
  takesCorrections: boolean;
  onSent: () => void;
};

/**
 * The bar for words that a reader selects in the text: beside them, at the foot of a small screen. The selection stays
 * the browser's own; the Tab key leads from it to the bar.
 */
export function PassageTools(props: PassageToolsProps) {
  const { place, user, takesComments, takesCorrections, onSent } = props;
  const bar = useRef<HTMLDivElement>(null);
  const passage = useRef<{ words: SelectedWords; quote: string }>(undefined);
  const [dialog, setDialog] = useState<ReactElement>();
  const comment = useLoadOnClick(loadComment);
  const correction = useLoadOnClick(loadCorrection);
  const selection = useSelectionPlace(bar);

  const read = () => {
    const words = selectedWords();
    if (words !== undefined) passage.current = { words, quote: selectedPassage() };
  };
  useEffect(() => {
    const { current } = bar;
    if (selection === undefined || current === null) return;
    current.style.setProperty('--selection-end', `${selection.end}px`);
    current.style.setProperty('--selection-start', `${selection.start}px`);
  }, [selection]);
  useEffect(() => {
    if (selection === undefined) return;
    function onKeyDown(event: KeyboardEvent) {
      const { current } = bar;
      const isPlainTab = event.key === 'Tab' && !event.shiftKey && !event.altKey && !event.ctrlKey;
      if (!isPlainTab || current === null || current.contains(document.activeElement)) return;
      const isInText =
        document.activeElement === document.body ||
        document.getElementById('page-html')?.contains(document.activeElement);
      if (!isInText) return;
      event.preventDefault();
      current.querySelector<HTMLElement>('button, a')?.focus();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [selection]);

  const close = () => setDialog(undefined);
  function open<Props extends object>(Dialog: ComponentType<Props>, dialogProps: Props) {
    // The dialog gives the focus back to the passage, because the bar is gone by then.
    const paragraph = passage.current?.words.paragraph;
    if (paragraph !== undefined) focusInPlace(paragraph.element);
    setDialog(<Dialog {...dialogProps} />);
  }

  return (
    <>
      {selection === undefined || dialog !== undefined ? null : (
        <div
          ref={bar}
          className={styles.bar}
          role="toolbar"
          aria-label="Selected words"
          // Pressing takes the selection away in some browsers.
          onPointerDown={read}
          onMouseDown={(event) => event.preventDefault()}
          onFocus={read}
        >
          {user === undefined ? (
            <a href={urls.login(urls.chapter(place.slug, place.chapterId))}>
              {takesComments ? 'Log in to quote this in a comment' : 'Log in to suggest a correction'}
            </a>
          ) : (
            <>
              {takesComments ? (
                <Button
                  data-conversation=""
                  size="small"
                  {...comment.waitingProps}
                  onClick={() =>
                    comment.press(({ CommentDialog }) => {
                      const { current } = passage;
                      if (current !== undefined)
                        open(CommentDialog, { place, user, words: current.words, onSent, onClose: close });
                    })
                  }
                >
                  Quote in a comment
                </Button>
              ) : null}
              {takesCorrections ? (
                <Button
                  size="small"
                  {...correction.waitingProps}
                  onClick={() =>
                    correction.press(({ CorrectPassage }) => {
                      const { current } = passage;
                      const { chapterId } = place;
                      if (current !== undefined)
                        open(CorrectPassage, { user, chapterId, quote: current.quote, onClose: close });
                    })
                  }
                >
                  Suggest a correction
                </Button>
              ) : null}
            </>
          )}
        </div>
      )}
      {dialog}
    </>
  );
}
