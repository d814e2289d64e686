/** The names under which two objects hold different values. */
export function differing<Name extends string>(
  names: readonly Name[],
  one: Record<Name, unknown>,
  other: Record<Name, unknown>,
): Name[] {
  return names.filter((name) => one[name] !== other[name]);
}
