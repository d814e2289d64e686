import { ALL_RIGHTS_RESERVED, type Licence, licences } from '../contract/licences.ts';

/** The rights to a text in one line, for books and feeds. */
export function rightsInWords(author: string, licence: Licence | null): string {
  const { label, address } =
    licence === null ? { label: ALL_RIGHTS_RESERVED, address: undefined } : licences[licence];
  const terms = address === undefined ? label : `${label}, ${address}`;
  // CC0 gives the copyright up.
  return licence === 'CC0-1.0' ? `${author}: ${terms}` : `© ${author}. ${terms}`;
}
