import { TextField } from '#ui/text-field.tsx';

/** The field for a code of the app, or for a recovery code. */
export function CodeField({ isRecoveryCode = false }: { isRecoveryCode?: boolean }) {
  return (
    <TextField
      name="code"
      label={isRecoveryCode ? 'Recovery code' : 'Code'}
      hint={
        isRecoveryCode
          ? 'Two groups of five letters and digits. Capitals and the hyphen don’t matter.'
          : 'Six digits, new every 30 seconds.'
      }
      required
      data-secret=""
      autoComplete="one-time-code"
      inputMode={isRecoveryCode ? 'text' : 'numeric'}
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="go"
    />
  );
}
