/** The value of a cookie among those of a request, or of a document; undefined without it. `name` is a plain word. */
export function cookieValue(cookies: string | undefined, name: string): string | undefined {
  return cookies === undefined ? undefined : new RegExp(`(?:^|;)\\s*${name}=([^;]*)`).exec(cookies)?.[1];
}
