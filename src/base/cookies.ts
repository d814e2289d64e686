/** The value of a cookie among those of a request, or of a document; undefined without it. */
export function cookieValue(cookies: string | undefined, name: string): string | undefined {
  const start = `${name}=`;
  return cookies
    ?.split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(start))
    ?.slice(start.length);
}
