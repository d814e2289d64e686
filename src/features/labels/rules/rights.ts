import { ALL_RIGHTS_RESERVED, type Licence } from '../contract/licences.ts';
import { licenceAddress, licenceLabel } from './licence.ts';

/** The rights to a text in one line, for books and feeds. */
export function rightsInWords(author: string, licence: Licence | null): string {
  const terms =
    licence === null ? ALL_RIGHTS_RESERVED : `${licenceLabel(licence)}, ${licenceAddress(licence)}`;
  // CC0 gives the copyright up.
  return licence === 'CC0-1.0' ? `${author}: ${terms}` : `© ${author}. ${terms}`;
}
