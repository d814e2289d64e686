import { readFileSync, writeFileSync } from 'node:fs';
import { CONFORMANCE_DOCUMENTS, testedSentences, withTests } from './conformance.ts';

/** `npm run conformance` writes into the documents of promises which tests hold each of their sentences. */
const tests = testedSentences();
for (const file of CONFORMANCE_DOCUMENTS) writeFileSync(file, withTests(readFileSync(file, 'utf8'), tests));
