/** The licence under which an author publishes a story, by its SPDX name. */
import { z } from 'zod';

export const licences = {
  'CC-BY-4.0': { label: 'CC BY 4.0', address: 'https://creativecommons.org/licenses/by/4.0/' },
  'CC-BY-SA-4.0': { label: 'CC BY-SA 4.0', address: 'https://creativecommons.org/licenses/by-sa/4.0/' },
  'CC-BY-NC-4.0': { label: 'CC BY-NC 4.0', address: 'https://creativecommons.org/licenses/by-nc/4.0/' },
  'CC-BY-NC-SA-4.0': {
    label: 'CC BY-NC-SA 4.0',
    address: 'https://creativecommons.org/licenses/by-nc-sa/4.0/',
  },
  'CC-BY-ND-4.0': { label: 'CC BY-ND 4.0', address: 'https://creativecommons.org/licenses/by-nd/4.0/' },
  'CC-BY-NC-ND-4.0': {
    label: 'CC BY-NC-ND 4.0',
    address: 'https://creativecommons.org/licenses/by-nc-nd/4.0/',
  },
  'CC0-1.0': { label: 'CC0 1.0', address: 'https://creativecommons.org/publicdomain/zero/1.0/' },
};
export type Licence = keyof typeof licences;
export const LICENCES = Object.keys(licences) as Licence[];
export const ALL_RIGHTS_RESERVED = 'All rights reserved';

export const licenceInput = z
  .enum(LICENCES, `Licence must be one of ${LICENCES.join(', ')}, or null`)
  .nullable()
  .describe('The licence that readers have; null: all rights reserved')
  .default(null);
