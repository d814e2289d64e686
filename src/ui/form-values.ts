/** What a form's fields hold, by their names. An unticked box and a field that is not there hold ''. */
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
    (one): one is Control =>
      one instanceof HTMLInputElement ||
      one instanceof HTMLTextAreaElement ||
      one instanceof HTMLSelectElement,
  );
}

/** The names of fields whose text may be kept nowhere: passwords, also while they are shown. */
export function secretNames(form: HTMLFormElement): string[] {
  return controlsOf(form)
    .filter((control) => 'secret' in control.dataset)
    .map((control) => control.name);
}

/** Puts texts into fields as if they had been typed there, so that whoever listens hears of it. */
export function typeInto(form: HTMLFormElement, values: Partial<FormValues>): void {
  for (const control of controlsOf(form)) {
    const text = values[control.name];
    if (text === undefined || control.type === 'hidden' || 'secret' in control.dataset) continue;
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      if (control.checked !== (text !== '')) control.click();
    } else if (control.value !== text) {
      // The element's own setter: React puts one over it to tell its changes from the visitor's.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, text);
      control.dispatchEvent(new Event('input', { bubbles: true }));
      control.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }
}
