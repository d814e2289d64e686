const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The path of an address of this site in any spelling: with or without the scheme, with www, in capitals, or from the
 * first slash on. The URL parser interprets it as a browser would.
 */
export function pathOnSite(text: string, publicUrl: string): string | undefined {
  const site = new URL(publicUrl);
  const url = typedAddress(text, site);
  return url !== undefined && hostOf(url) === hostOf(site) ? url.pathname : undefined;
}

function typedAddress(text: string, site: URL): URL | undefined {
  const completed = text.startsWith('//')
    ? site.protocol + text
    : text.startsWith('/')
      ? site.origin + text
      : `https://${text}`;
  return (
    [text, completed]
      .map((candidate) => URL.parse(candidate))
      .find((url) => url !== null && /^https?:$/.test(url.protocol)) ?? undefined
  );
}

/** Reduces the site's names to one: loopback names count as localhost, and www and a final dot are dropped. */
function hostOf({ hostname }: URL): string {
  const name = hostname.replace(/\.$/, '').replace(/^www\./, '');
  return LOOPBACK_HOSTS.includes(name) ? 'localhost' : name;
}

/** The decoded segment of a path; undefined when it cannot name anything. */
export function decodedSegment(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    return /\p{Cc}/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
