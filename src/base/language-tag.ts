/** A language tag by BCP 47 in its usual spelling: `en-GB` for `EN-gb`. Undefined for any other text. */
export function canonicalLanguageTag(text: string): string | undefined {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(text);
    // Longer primary subtags are well-formed, but none is registered: 'English' would pass.
    return /^[a-z]{2,3}(?:-|$)/.test(tag) ? tag : undefined;
  } catch {
    return undefined;
  }
}
