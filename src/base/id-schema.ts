import { z } from 'zod';

/** The number of something in an address. */
export const idSchema = z.coerce
  .number('Id must be a number')
  .int('Id must be a whole number')
  .min(1, 'Id must be at least 1')
  .max(Number.MAX_SAFE_INTEGER, 'Id is too high');
