import '../server-only.ts';

/**
 * Reads something again at each call, and applies what came. An answer that a newer one has overtaken replaces nothing;
 * one that comes first takes effect at once, so that after a call all is applied that was stored before it.
 */
export function readInOrder<Data>(
  read: () => Promise<Data>,
  apply: (data: Data) => void,
): () => Promise<void> {
  let latest = 0;
  let applied = 0;
  return async () => {
    latest += 1;
    const own = latest;
    const data = await read();
    if (own < applied) return;
    applied = own;
    apply(data);
  };
}
