import { type PointerEvent, useState } from 'react';

export interface KeyHints {
  /** Whether a tooltip may name keys. */
  hasKeys: boolean;
  /** The handler for `onPointerEnter`. */
  noticePointer: (event: PointerEvent) => void;
}

/**
 * Tooltips name keys once a mouse is used: on a touch screen they would only be read aloud to somebody without a
 * keyboard. The server's HTML, which also serves phones, stays unchanged until then.
 */
export function useKeyHints(): KeyHints {
  const [hasKeys, setHasKeys] = useState(false);
  return {
    hasKeys,
    noticePointer: ({ pointerType }) => {
      if (pointerType === 'mouse') setHasKeys(true);
    },
  };
}
