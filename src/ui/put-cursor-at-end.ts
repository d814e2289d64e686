/** Puts the cursor after the text that a field has from the start, such as a quotation; browsers put it before that. */
export function putCursorAtEnd(field: HTMLTextAreaElement | null): void {
  if (field === null || field.value === '') return;
  field.setSelectionRange(field.value.length, field.value.length);
}
