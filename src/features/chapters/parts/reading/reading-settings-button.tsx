import { type ComponentType, useState } from 'react';
import { IconButton } from '#ui/icon-button.tsx';
import { LettersIcon } from '#ui/icons.tsx';
import { useLoadOnClick } from '#ui/use-load-on-click.ts';

const LABEL = 'Reading settings';

const loadPanel = () => import('../../components/reading/reading-panel.tsx');

function preloadPanel(): void {
  // Preloads the panel; after a failure the click tries again.
  loadPanel().catch(() => undefined);
}

/** The button of the reading settings; its first click loads the panel. */
export function ReadingSettingsButton() {
  const { press, waitingProps } = useLoadOnClick(loadPanel);
  const [Panel, setPanel] = useState<ComponentType<{ label: string }>>();
  if (Panel !== undefined) return <Panel label={LABEL} />;
  return (
    <IconButton
      label={LABEL}
      icon={<LettersIcon />}
      aria-haspopup="dialog"
      aria-expanded={false}
      {...waitingProps}
      onClick={() => press((module) => setPanel(() => module.ReadingPanel))}
      onPointerEnter={preloadPanel}
      onFocus={preloadPanel}
    />
  );
}
