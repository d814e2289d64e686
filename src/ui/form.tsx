import { type ReactNode, useSyncExternalStore } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './form.module.css';
import { FormContext, useFormContext } from './form-context.ts';
import { Notice } from './notice.tsx';
import { isProving, subscribeToProof } from './proof-state.ts';
import { countdownText } from './use-countdown.ts';
import type { FormState } from './use-form.ts';

export type FormProps = {
  form: FormState;
  children: ReactNode;
  /** Names the form when no heading does. */
  label?: string;
  labelledBy?: string;
  /**
   * Marks the required fields and explains the marks above; on a form that requires all fields, marks only make noise.
   */
  marksRequired?: boolean;
  /** False when other text says that the form needs script. */
  saysNeedsScript?: boolean;
  className?: string;
};

/**
 * A form that is sent by script. Its method is `post`, so that a field's text never gets into an address by accident;
 * early-clicks.ts delays it until the script has loaded.
 */
export function Form(props: FormProps) {
  const { form, label, labelledBy, marksRequired = false, saysNeedsScript = true } = props;
  const { id, ref, onSubmit, onInput, isBusy, errors } = form;
  return (
    <FormContext value={{ isBusy, isWaiting: form.waitSeconds > 0, errors, marksRequired }}>
      <form
        id={id}
        ref={ref}
        method="post"
        noValidate
        aria-label={label}
        aria-labelledby={labelledBy}
        className={classNames('needs-script', styles.form, props.className)}
        onSubmit={onSubmit}
        onInput={onInput}
      >
        <FormMessages form={form} />
        {marksRequired ? (
          <p className={styles.legend}>
            <span className={styles.mark} aria-hidden="true">
              *
            </span>{' '}
            required
          </p>
        ) : null}
        {props.children}
      </form>
      {saysNeedsScript ? (
        <p className="without-script">
          This page needs JavaScript. Please allow it for this site and reload.
        </p>
      ) : null}
    </FormContext>
  );
}

/**
 * The live regions exist from the start, because one inserted with its text is not announced. The one for good news has no
 * role: an empty `status` is read as one in the middle of every form.
 */
function FormMessages({ form }: { form: FormState }) {
  const { message, waitSeconds, hasWaited, isBusy } = form;
  const isSolving = useSyncExternalStore(subscribeToProof, isProving, () => false);
  return (
    <div className={styles.messages} data-form-message="">
      <div role="alert" aria-live="assertive">
        {message?.kind === 'error' ? <Notice kind="error" live={false} title={message.text} /> : null}
      </div>
      <div aria-live="polite" aria-atomic="true">
        {message?.kind === 'success' ? <Notice kind="success" live={false} title={message.text} /> : null}
        {isBusy && isSolving ? (
          <Notice
            kind="info"
            live={false}
            title="One moment: your network is busy; this takes a few seconds."
          />
        ) : null}
        {hasWaited ? <Notice kind="info" live={false} title="You can try again now." /> : null}
      </div>
      {waitSeconds > 0 ? (
        // The `timer` role keeps every tick from being announced.
        <p className={styles.wait} role="timer">
          You can try again in <span className="numerals">{countdownText(waitSeconds)}</span>
        </p>
      ) : null}
    </div>
  );
}

export type SubmitButtonProps = Omit<ButtonProps, 'type' | 'busy'>;

/** Submits its form; shows its progress meanwhile, and waits when the server asks for it. */
export function SubmitButton({ variant = 'primary', ...rest }: SubmitButtonProps) {
  const { isBusy, isWaiting } = useFormContext();
  return (
    <Button
      variant={variant}
      {...rest}
      type="submit"
      busy={isBusy}
      aria-disabled={isWaiting || rest['aria-disabled'] || undefined}
    />
  );
}

/** The buttons at a form's foot; with `isBar` those of a long form stay in reach at the foot of the window. */
export function FormActions({ isBar = false, children }: { isBar?: boolean; children: ReactNode }) {
  return <div className={classNames(styles.actions, isBar && styles.bar)}>{children}</div>;
}
