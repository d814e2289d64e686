import { type ComponentType, useState } from 'react';
import { IconButton } from '#ui/icon-button.tsx';
import { LettersIcon } from '#ui/icons.tsx';

export const READING_SETTINGS = 'Reading settings';

const loadPanel = () => import('./reading-panel.tsx');

function prepare(): void {
  // Only early: if it fails now, the press tries again.
  loadPanel().catch(() => undefined);
}

/** The button that opens them; the panel comes with its first press. */
export function ReadingSettings() {
  const [Panel, setPanel] = useState<ComponentType>();
  if (Panel !== undefined) return <Panel />;
  function open() {
    loadPanel().then(
      (module) => setPanel(() => module.ReadingPanel),
      () => undefined,
    );
  }
  return (
    <IconButton
      label={READING_SETTINGS}
      icon={<LettersIcon />}
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={open}
      onPointerEnter={prepare}
      onFocus={prepare}
    />
  );
}
