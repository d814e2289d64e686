import { TextField } from '#ui/text-field.tsx';

/** Asks for the address when no link identifies the subscription. */
export function AddressField() {
  return (
    <TextField
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      label="Email address"
      hint="Unless you are signed in with this address, we send it a link first."
      required
    />
  );
}
