import { CheckboxField } from './checkbox-field.tsx';
import styles from './declaration.module.css';

export type DeclarationProps = { statements: readonly string[]; signature: string };

/** The declarations of a legal form, and the checkbox that signs them. */
export function Declaration({ statements, signature }: DeclarationProps) {
  return (
    <fieldset className={styles.declaration}>
      <legend className={styles.legend}>Declaration</legend>
      <ol className={styles.statements}>
        {statements.map((statement) => (
          <li key={statement}>{statement}</li>
        ))}
      </ol>
      <CheckboxField name="electronic_signature" label={signature} data-secret="" required />
    </fieldset>
  );
}
