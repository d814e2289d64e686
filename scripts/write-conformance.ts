import { readFileSync, writeFileSync } from 'node:fs';
import { testedSentences, withSentences } from './conformance.ts';

/** `npm run conformance` writes into docs/conformance.md which tests cover the sentences of the specification. */
const file = 'docs/conformance.md';
writeFileSync(file, withSentences(readFileSync(file, 'utf8'), testedSentences()));
