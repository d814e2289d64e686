import { TextField } from '#ui/text-field.tsx';

/** Asks for the address when no link identifies the subscription. */
export function AddressField({ hint }: { hint: string }) {
  return (
    <TextField
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      label="Email address"
      hint={hint}
      required
    />
  );
}
