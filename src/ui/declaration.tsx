import { CheckboxField } from './checkbox-field.tsx';
import styles from './declaration.module.css';

export type DeclarationProps = { statements: readonly string[]; signature: string };

/** What a legal form has its sender declare, and the box by which it is signed. */
export function Declaration({ statements, signature }: DeclarationProps) {
  return (
    <fieldset className={styles.declaration}>
      <legend className={styles.legend}>Declaration</legend>
      <ol className={styles.statements}>
        {statements.map((statement) => (
          <li key={statement}>{statement}</li>
        ))}
      </ol>
      <CheckboxField name="electronic_signature" label={signature} required />
    </fieldset>
  );
}
