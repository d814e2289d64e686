/** Puts the cursor after the text of a field that has it from the start, such as a quotation: it begins before it. */
export function putCursorAtEnd(field: HTMLTextAreaElement | null): void {
  if (field === null || field.value === '') return;
  field.setSelectionRange(field.value.length, field.value.length);
}
