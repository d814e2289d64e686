import { type RefObject, useEffect } from 'react';

/** The fields that Enter reaches; `checkVisibility` leaves out those of a closed part. */
const FIELDS = 'input:not([type="hidden"]), select, textarea, [contenteditable="true"]';

/**
 * Enter in a field of one line goes on to the next field, and does not send the form: a text is published by its button
 * alone, because its followers are told at once.
 */
export function useEnterToNextField(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { target: field, defaultPrevented: isHandled } = event;
      if (event.key !== 'Enter' || event.isComposing || !(field instanceof HTMLInputElement)) return;
      // Enter opens the choice of a file.
      if (field.form === null || field.form !== form.current || field.type === 'file') return;
      event.preventDefault();
      if (isHandled || field.type === 'checkbox' || field.type === 'radio') return;
      const fields = [...field.form.querySelectorAll<HTMLElement>(FIELDS)];
      const next = fields.slice(fields.indexOf(field) + 1).find((one) => one.checkVisibility());
      next?.focus();
      // As Tab does.
      if (next instanceof HTMLInputElement) next.select();
    }
    /** A keyboard on the screen labels its Enter key by this; the field for tags has a word of its own. */
    function onFocusIn({ target: field }: FocusEvent) {
      if (!(field instanceof HTMLInputElement) || field.form === null || field.form !== form.current) return;
      if (field.enterKeyHint === '') field.enterKeyHint = 'next';
    }
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('focusin', onFocusIn);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('focusin', onFocusIn);
    };
  }, [form]);
}
