/** The values of a form's fields, by their names. An unticked checkbox and a missing field have ''. */
export type FormValues<Name extends string = string> = Record<Name, string>;

export function valuesIn<Name extends string>(
  form: HTMLFormElement,
  names: readonly Name[],
): FormValues<Name> {
  const data = new FormData(form);
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as FormValues<Name>;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (control): control is Control =>
      control instanceof HTMLInputElement ||
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement,
  );
}

/** The names of fields whose text must not be stored: passwords, even while they are shown. */
export function secretNames(form: HTMLFormElement): string[] {
  return controlsOf(form)
    .filter((control) => 'secret' in control.dataset)
    .map((control) => control.name);
}

/** Sets the fields' texts as if typed, so that listeners receive the change. */
export function typeInto(form: HTMLFormElement, values: Partial<FormValues>): void {
  for (const control of controlsOf(form)) {
    const text = values[control.name];
    if (text === undefined || control.type === 'hidden' || 'secret' in control.dataset) continue;
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      if (control.checked !== (text !== '')) control.click();
    } else if (control.value !== text) {
      // The element's own setter, which React overrides in order to tell its changes from the visitor's.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, text);
      control.dispatchEvent(new Event('input', { bubbles: true }));
      control.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }
}
