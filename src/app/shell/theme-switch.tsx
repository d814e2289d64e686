import { useState, useSyncExternalStore } from 'react';
import { IconButton } from '#ui/icon-button.tsx';
import { MoonIcon, SunIcon } from '#ui/icons.tsx';
import { chooseTheme, currentTheme, subscribeTheme, type Theme } from '#ui/theme.ts';
import styles from './theme-switch.module.css';

const LABELS = {
  lamp: 'Switch to Paper, the light theme',
  paper: 'Switch to Lamp, the dark theme',
  sepia: 'Switch to Lamp, the dark theme',
  unknown: 'Switch between the light and the dark theme',
};

/**
 * The server does not know the visitor's theme, and its HTML is the same for everyone: the label follows after
 * hydration.
 */
export function ThemeSwitch({ className }: { className?: string }) {
  const theme = useSyncExternalStore<Theme | 'unknown'>(subscribeTheme, currentTheme, () => 'unknown');
  const [isPressed, setPressed] = useState(false);
  return (
    <span className="needs-script">
      <span className={styles.switch}>
        <IconButton
          className={className}
          label={LABELS[theme]}
          icon={
            <>
              <SunIcon className={styles.sun} />
              <MoonIcon className={styles.moon} />
            </>
          }
          onClick={() => {
            setPressed(true);
            chooseTheme(currentTheme() === 'lamp' ? 'paper' : 'lamp');
          }}
        />
        {/* A changed name of the focused button is not announced. */}
        <span className="visually-hidden" aria-live="polite">
          {isPressed && (theme === 'lamp' ? 'Dark' : 'Light')}
        </span>
      </span>
    </span>
  );
}
