import { Button } from './button.tsx';
import type { SubmitButtonProps } from './form.tsx';
import { useFormContext } from './form-context.ts';

/**
 * Submits its form in another way, which its onClick notes. It comes after the SubmitButton, which Enter in a field presses
 * and which shows the progress of both.
 */
export function OtherSubmitButton(props: Omit<SubmitButtonProps, 'busyText'>) {
  const { isBusy, isWaiting } = useFormContext();
  return <Button {...props} type="submit" aria-disabled={isBusy || isWaiting || undefined} />;
}
