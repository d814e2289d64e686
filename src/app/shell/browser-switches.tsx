import { writeEntry } from '#ui/browser-storage.ts';
import { setDiscreet, useDiscreet } from '#ui/discreet.ts';
import { useRootData } from '#ui/use-root-data.ts';
import styles from './browser-switches.module.css';

/** Choices for this browser: covers in lists, comments anywhere, and a neutral title and icon for every page. */
export function BrowserSwitches() {
  return (
    <>
      <Switch
        isOn={useRootData('covers') === undefined}
        onChange={(isOn) => choose('covers', 'listCovers', isOn)}
        title="Lists show the covers of stories, or plain rows"
      >
        Covers in lists
      </Switch>
      <Switch
        isOn={useRootData('comments') === undefined}
        onChange={(isOn) => choose('comments', 'comments', isOn)}
        title="Stories and chapters lead to comments, or have none at all for you"
      >
        Comments
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
function choose(name: 'covers' | 'comments', key: 'listCovers' | 'comments', isOn: boolean): void {
  const { dataset } = document.documentElement;
  if (isOn) delete dataset[name];
  else dataset[name] = 'off';
  writeEntry(key, isOn ? undefined : 'off');
}
