import { type ComponentType, useEffect, useState } from 'react';
import styles from './late-shelf-button.module.css';
import type { ShelfButtonProps } from './shelf-button.tsx';

/** The shelf button in a room of its size, loaded after the page: most visits do without it. */
export function LateShelfButton(props: ShelfButtonProps) {
  const [Button, setButton] = useState<ComponentType<ShelfButtonProps>>();
  useEffect(() => {
    let isMounted = true;
    import('./shelf-button.tsx').then(
      ({ ShelfButton }) => isMounted && setButton(() => ShelfButton),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return (
    <span className={styles.room} data-loads-later="">
      {Button === undefined ? null : <Button {...props} />}
    </span>
  );
}
