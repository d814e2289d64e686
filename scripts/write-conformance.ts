import { readFileSync, writeFileSync } from 'node:fs';
import { heldSentences, withSentences } from './conformance.ts';

/** `npm run conformance`: writes which tests hold the sentences of the specification into docs/conformance.md. */
const file = 'docs/conformance.md';
writeFileSync(file, withSentences(readFileSync(file, 'utf8'), heldSentences()));
