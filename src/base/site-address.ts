const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The path of an address of this site, however it is spelled: with or without the scheme, with www, in capitals, or
 * from the first slash on. The URL parser decides what it means, as a browser would.
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
      .map((one) => URL.parse(one))
      .find((url) => url !== null && /^https?:$/.test(url.protocol)) ?? undefined
  );
}

/** The site's names for itself are one: those of this machine, and those with www or a dot at the end. */
function hostOf({ hostname }: URL): string {
  const name = hostname.replace(/\.$/, '').replace(/^www\./, '');
  return LOOPBACK_HOSTS.includes(name) ? 'localhost' : name;
}

/** A segment of a path as it was meant; undefined: it names nothing. */
export function decodedSegment(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    return /\p{Cc}/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
