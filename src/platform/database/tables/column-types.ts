import '../../server-only.ts';
import type { ColumnType, GeneratedAlways } from 'kysely';

/** bigint columns are read as numbers: no id or counter here comes near 2^53. */
export type Id = GeneratedAlways<number>;
export type MadeNow = ColumnType<Date, Date | undefined, Date>;
