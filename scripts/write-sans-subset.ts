import { writeFileSync } from 'node:fs';
import { makeSansSubset, SANS_SUBSET_FILE } from './sans-subset.ts';

/** `node scripts/write-sans-subset.ts` writes the font of controls, after an update of Figtree. */
writeFileSync(SANS_SUBSET_FILE, await makeSansSubset());
