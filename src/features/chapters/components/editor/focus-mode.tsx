import { type RefObject, useEffect, useRef, useState } from 'react';
import { urls } from '#urls.ts';
import styles from '../../parts/editor/chapter-editor.module.css';
import { useAlone } from './use-alone.ts';

export interface FocusMode {
  isAlone: boolean;
  enter: () => void;
  leave: () => void;
  /** Called when the text gets the focus. */
  onFocus: () => void;
}

/**
 * Writing with nothing on the screen but the text. Where writing was last done so, the first focus of the text begins
 * it again; a page never opens in it, so that what was kept of the last time is offered first.
 */
export function useFocusMode(
  frame: RefObject<HTMLElement | null>,
  isRemembered: boolean,
  remember: (isFocused: boolean) => void,
): FocusMode {
  const [isAlone, setAlone] = useState(false);
  const hasBegun = useRef(false);
  useAlone(frame, isAlone);

  function enter() {
    hasBegun.current = true;
    setAlone(true);
    remember(true);
  }
  function leave() {
    setAlone(false);
    remember(false);
  }

  const latestLeave = useRef(leave);
  useEffect(() => {
    latestLeave.current = leave;
  });
  useEffect(() => {
    if (!isAlone) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const isOver = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
      if (event.key === 'Escape' && !isOver && !event.defaultPrevented) latestLeave.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isAlone]);

  return {
    isAlone,
    enter,
    leave,
    onFocus() {
      if (isRemembered && !hasBegun.current) enter();
    },
  };
}

/** The ways out of focus mode, as a phone has no keys. */
export function FocusExit({ onLeave }: { onLeave: () => void }) {
  return (
    <>
      <button type="button" className={styles.leave} onClick={onLeave}>
        Leave focus mode
      </button>
      <a className={styles.leave} href={urls.exit()} rel="nofollow noreferrer" data-quick-exit="">
        Quick exit
      </a>
    </>
  );
}
