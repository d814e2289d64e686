/** The licence under which an author publishes a story, by its SPDX name. */
import { z } from 'zod';

export const LICENCES = [
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'CC-BY-NC-4.0',
  'CC-BY-NC-SA-4.0',
  'CC-BY-ND-4.0',
  'CC-BY-NC-ND-4.0',
  'CC0-1.0',
] as const;
export type Licence = (typeof LICENCES)[number];
export const ALL_RIGHTS_RESERVED = 'All rights reserved';

export const licenceInput = z
  .enum(LICENCES, `Licence must be one of ${LICENCES.join(', ')}, or null`)
  .nullable()
  .describe('The licence that readers have; null: all rights reserved')
  .default(null);
