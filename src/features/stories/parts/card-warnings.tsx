import { plural } from '#base/text.ts';
import {
  furtherWarnings,
  isUntold,
  ownWarnings,
  type Warned,
  warningLabels,
} from '#features/labels/rules/shown-warnings.ts';
import { urls } from '#urls.ts';
import styles from './card-warnings.module.css';
import { NamedWarnings } from './warnings-line.tsx';

/** A card names so many warnings; more of them open by a press. */
const NAMED_ON_CARD = 2;

export type CardWarningsProps = { story: Warned };

/** The warnings of a story and all its chapters, in few words. */
export function CardWarnings({ story }: CardWarningsProps) {
  const names = [...ownWarnings(story), ...furtherWarnings(story)];
  const count = plural(names.length, 'content warning', 'content warnings');
  if (names.length === 0) {
    return isUntold(story) ? <p className={styles.warnings}>The author gives no warnings</p> : null;
  }
  return (
    <div className={styles.warnings}>
      {names.length <= NAMED_ON_CARD ? (
        <NamedWarnings label="Warnings:" names={names} folded={count} />
      ) : (
        <details>
          <summary className={styles.summary}>{count}</summary>
          <p>
            {warningLabels(names)}. <a href={urls.warnings()}>Choose what you see</a>
          </p>
        </details>
      )}
    </div>
  );
}
