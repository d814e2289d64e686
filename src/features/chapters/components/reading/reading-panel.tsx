import { useId, useState, useSyncExternalStore } from 'react';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { LettersIcon } from '#ui/icons.tsx';
import { Popover } from '#ui/popover.tsx';
import { RadioRow } from '#ui/radio-row.tsx';
import { chooseTheme, currentTheme, subscribeTheme, THEMES } from '#ui/theme.ts';
import { useToast } from '#ui/toast.tsx';
import { isSavingPositions, setSavingPositions } from '../../parts/reading/saved-positions.ts';
import { changeReadingSetting, resetReadingSettings, useReadingSettings } from './apply-reading-settings.ts';
import styles from './reading-panel.module.css';
import { type ReadingSettingName, readingSettingChoices } from './reading-settings.ts';

const titles: Record<ReadingSettingName, string> = {
  size: 'Text size',
  leading: 'Line height',
  measure: 'Width',
  face: 'Typeface',
  margin: 'Comments beside paragraphs',
};

const choiceLabels: Record<ReadingSettingName, Partial<Record<string, string>>> = {
  size: { small: 'Small', usual: 'Medium', large: 'Large', larger: 'Larger', largest: 'Largest' },
  leading: { close: 'Close', usual: 'Medium', open: 'Open' },
  measure: { narrow: 'Narrow', usual: 'Medium', wide: 'Wide' },
  face: { usual: 'Serif', sans: 'Sans', easy: 'Easy' },
  margin: { usual: 'Hidden', comments: 'Their number' },
};

const themeLabels = { lamp: 'Lamp', paper: 'Paper', sepia: 'Sepia' };

/** The reading settings of this reader on this device. The panel is loaded at its first opening. */
export function ReadingPanel({ label }: { label: string }) {
  return (
    <Popover title={label} trigger={<IconButton label={label} icon={<LettersIcon />} />}>
      <SettingsForm />
    </Popover>
  );
}

function SettingsForm() {
  const settings = useReadingSettings();
  const theme = useSyncExternalStore(subscribeTheme, currentTheme, currentTheme);
  const toast = useToast();

  function reset() {
    resetReadingSettings();
    chooseTheme(undefined);
    toast.show({ kind: 'success', message: 'Reading settings are back to default' });
  }
  return (
    <div className={styles.settings}>
      {(Object.keys(readingSettingChoices) as ReadingSettingName[]).map((name) => (
        <RadioRow
          key={name}
          title={titles[name]}
          options={readingSettingChoices[name]}
          selected={settings[name]}
          onChoose={(choice) => changeReadingSetting(name, choice)}
          renderOption={(choice) =>
            name === 'size' ? (
              <>
                <span className={classNames(styles.letter, styles[choice])} aria-hidden="true">
                  A
                </span>
                <span className="visually-hidden">{choiceLabels.size[choice]}</span>
              </>
            ) : (
              choiceLabels[name][choice]
            )
          }
        />
      ))}
      <RadioRow
        title="Light"
        options={THEMES}
        selected={theme}
        onChoose={chooseTheme}
        renderOption={(themeName) => themeLabels[themeName]}
      />
      <SavePositionsSwitch />
      <Button size="small" onClick={reset}>
        Reset to default
      </Button>
    </div>
  );
}

function SavePositionsSwitch() {
  const [isOn, setOn] = useState(isSavingPositions);
  const id = useId();
  return (
    <div className={styles.keep}>
      <label className={styles.keepLabel}>
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={id}
          onChange={() => {
            setSavingPositions(!isOn);
            setOn(!isOn);
          }}
        />
        Keep my place in stories
      </label>
      <p className={styles.hint} id={id}>
        On this device only. Switching it off forgets all places.
      </p>
    </div>
  );
}
