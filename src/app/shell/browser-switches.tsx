import { writeEntry } from '#ui/browser-storage.ts';
import { setDiscreet, useDiscreet } from '#ui/discreet.ts';
import { useRootData } from '#ui/use-root-data.ts';
import styles from './browser-switches.module.css';

/** Choices for this browser: a neutral title and icon for every page, and covers in lists. */
export function BrowserSwitches() {
  return (
    <>
      <Switch
        isOn={useRootData('covers') === undefined}
        onChange={showCovers}
        title="Lists show the covers of stories, or plain rows"
      >
        Covers in lists
      </Switch>
      <Switch
        isOn={useDiscreet()}
        onChange={setDiscreet}
        title="A neutral title and icon in your browser’s tabs and history"
      >
        Discreet mode
      </Switch>
    </>
  );
}

type SwitchProps = { isOn: boolean; onChange: (isOn: boolean) => void; title: string; children: string };

function Switch({ isOn, onChange, title, children }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      title={title}
      className={styles.switch}
      onClick={() => onChange(!isOn)}
    >
      <span className={styles.track} aria-hidden="true" />
      {children}
    </button>
  );
}

/** The styles read the choice on <html>, where boot.ts puts it before the first paint. */
function showCovers(isOn: boolean): void {
  const { dataset } = document.documentElement;
  if (isOn) delete dataset.covers;
  else dataset.covers = 'off';
  writeEntry('listCovers', isOn ? undefined : 'off');
}
