import { useState } from 'react';
import { readEntry, writeEntry } from '#ui/browser-storage.ts';

/** An author's choices for writing on this device. */
export interface WritingSettings {
  /** Whether writing was last done in focus mode. */
  isFocused: boolean;
  /** Whether typed quotation marks and dashes are replaced by typographic ones. */
  isTypographic: boolean;
}

const NAMES = ['isFocused', 'isTypographic'] as const;

function storedSettings(): WritingSettings {
  const chosen = (readEntry('writingLook') ?? '').split(' ');
  return { isFocused: chosen.includes(NAMES[0]), isTypographic: chosen.includes(NAMES[1]) };
}

/** The author's choices for writing on this device, and a function that changes one of them. */
export function useWritingSettings(): [WritingSettings, (change: Partial<WritingSettings>) => void] {
  const [settings, setSettings] = useState(storedSettings);
  function change(choice: Partial<WritingSettings>) {
    const next = { ...settings, ...choice };
    setSettings(next);
    const chosen = NAMES.filter((name) => next[name]);
    writeEntry('writingLook', chosen.length === 0 ? undefined : chosen.join(' '));
  }
  return [settings, change];
}
