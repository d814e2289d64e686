import { type PointerEvent, useState } from 'react';

export interface KeyHints {
  /** Whether a tooltip may name keys. */
  hasKeys: boolean;
  /** For `onPointerEnter`. */
  noticePointer: (event: PointerEvent) => void;
}

/**
 * Tooltips name keys once a mouse has come: with a touch screen alone they would only be read aloud to somebody who has
 * no keys. The server's HTML, which is for phones as well, stays as it is until then.
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
