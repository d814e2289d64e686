import { setDiscreet, useDiscreet } from '#ui/discreet.ts';
import styles from './discreet-switch.module.css';

/** A neutral title and icon for every page, in this browser, until it is switched off. */
export function DiscreetSwitch() {
  const isOn = useDiscreet();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      title="A neutral title and icon in your browser’s tabs and history"
      className={styles.switch}
      onClick={() => setDiscreet(!isOn)}
    >
      <span className={styles.track} aria-hidden="true" />
      Discreet mode
    </button>
  );
}
