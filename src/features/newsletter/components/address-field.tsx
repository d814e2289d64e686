import { TextField } from '#ui/text-field.tsx';

/** Where no link says whose subscription it is. */
export function AddressField() {
  return (
    <TextField
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      label="E-mail address"
      hint="Unless you are signed in with this address, we first send it a link."
      required
    />
  );
}
