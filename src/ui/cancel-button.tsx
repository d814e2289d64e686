import { Button } from './button.tsx';
import type { FormState } from './use-form.ts';

export type CancelButtonProps = { form: FormState; onClose: () => void };

/** Closes a form's window and forgets what was typed; closed in another way, the form keeps it. */
export function CancelButton({ form, onClose }: CancelButtonProps) {
  return (
    <Button
      aria-disabled={form.isBusy || undefined}
      onClick={() => {
        form.discard();
        onClose();
      }}
    >
      Cancel
    </Button>
  );
}
