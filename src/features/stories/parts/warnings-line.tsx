import { type ContentWarning, contentWarnings } from '../contract/warnings.ts';
import styles from './warnings-line.module.css';

/** The content warnings of a story or a chapter, in a line of its own. */
export function WarningsLine({ warnings }: { warnings: readonly ContentWarning[] | null }) {
  const labels: Record<string, string> = contentWarnings;
  const named = (warnings ?? []).flatMap((warning) => labels[warning] ?? []);
  const isUntold = warnings?.[0] === 'not_told';
  if (named.length === 0 && !isUntold) return null;
  return (
    <p className={styles.warnings}>
      {isUntold ? 'The author chose not to give content warnings.' : `Content warnings: ${named.join(', ')}`}
    </p>
  );
}
