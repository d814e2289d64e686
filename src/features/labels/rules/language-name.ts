/** The name of a language for readers of the site, such as “Brazilian Portuguese”; an unknown tag stays as it is. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames('en-GB', { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
