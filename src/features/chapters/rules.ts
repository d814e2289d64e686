/** Whether an address can name a chapter or a version: by their ids alone. */
export function isChapterId(text: string): boolean {
  return /^[0-9]{1,15}$/.test(text);
}
