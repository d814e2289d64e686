import { type ReactNode, useSyncExternalStore } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './form.module.css';
import { FormContext, useFormContext } from './form-context.ts';
import { Notice } from './notice.tsx';
import { isProving, subscribeToProving } from './proof-state.ts';
import { countdownText } from './use-countdown.ts';
import type { FormState } from './use-form.ts';

export type FormProps = {
  form: FormState;
  children: ReactNode;
  /** Names the form where no heading does. */
  label?: string;
  labelledBy?: string;
  /** Marks the fields that must be filled in, and says so above; where all must be, marks only make noise. */
  marksRequired?: boolean;
  /** False where something else says that it takes script. */
  saysNeedsScript?: boolean;
  className?: string;
};

/**
 * A form that is sent by script. Its method is `post`, so that whatever goes wrong no field's text gets into an
 * address; early-presses.ts holds it back until the script is there.
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

/** The regions stand there from the start: one that arrives with its text is not announced. */
function FormMessages({ form }: { form: FormState }) {
  const { message, waitSeconds, hasWaited, isBusy } = form;
  const proves = useSyncExternalStore(subscribeToProving, isProving, () => false);
  return (
    <div className={styles.messages} data-form-message="">
      <div role="alert">
        {message?.kind === 'error' ? <Notice kind="error" live={false} title={message.text} /> : null}
      </div>
      <div role="status">
        {message?.kind === 'success' ? <Notice kind="success" live={false} title={message.text} /> : null}
        {isBusy && proves ? (
          <Notice
            kind="info"
            live={false}
            title="One moment: your network has been busy; this takes some seconds."
          />
        ) : null}
        {hasWaited ? <Notice kind="info" live={false} title="You can try again now." /> : null}
      </div>
      {waitSeconds > 0 ? (
        // A timer is not read out at every tick.
        <p className={styles.wait} role="timer">
          You can try again in <span className="numerals">{countdownText(waitSeconds)}</span>
        </p>
      ) : null}
    </div>
  );
}

export type SubmitButtonProps = Omit<ButtonProps, 'type' | 'busy'>;

/** Sends the form it stands in; says what it is doing meanwhile, and waits where the server asks for it. */
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

/** The buttons at a form's foot. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
