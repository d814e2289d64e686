const ADDRESS = /^[^\s@]{0,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,8}$/;
const USERNAME = /^[\w-]{1,60}$/;

/** The typed flagger: an account by its name, or an address or “@domain” in lower case; undefined for anything else. */
export function readFlagger(typed: string): { username: string } | { address: string } | undefined {
  if (USERNAME.test(typed)) return { username: typed };
  const address = typed.toLowerCase();
  return ADDRESS.test(address) ? { address } : undefined;
}
