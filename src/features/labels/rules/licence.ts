import type { Licence } from '../contract/licences.ts';

/** A licence as people name it: CC BY-SA 4.0. A rule instead of a table, because every story’s page has it. */
export function licenceLabel(licence: Licence): string {
  return licence.replace('CC-', 'CC ').replace(/-(?=\d)/, ' ');
}

export function licenceAddress(licence: Licence): string {
  const path =
    licence === 'CC0-1.0' ? 'publicdomain/zero/1.0' : `licenses/${licence.slice(3, -4).toLowerCase()}/4.0`;
  return `https://creativecommons.org/${path}/`;
}
