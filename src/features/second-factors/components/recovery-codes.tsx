import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { List } from '#ui/list.tsx';
import { saveFile } from '#ui/save-file.ts';
import styles from './factor-settings.module.css';

/** New recovery codes, shown this once. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <>
      <p>
        <strong>These are your recovery codes.</strong> If you lose your phone, each opens your account once.
        Keep them where the phone is not; we can’t show them again.
      </p>
      <List className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </List>
      <div className={styles.actions}>
        <CopyButton text={text} label="Copy codes" copiedMessage="Codes copied" />
        <Button onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'codes.txt')}>
          Download
        </Button>
        <Button onClick={() => print()}>Print</Button>
      </div>
      <Button variant="primary" onClick={onSaved}>
        I have kept them
      </Button>
    </>
  );
}
