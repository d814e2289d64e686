import { globSync, readFileSync } from 'node:fs';

/** The documents that list what is promised, sentence by sentence, each with the tests that hold it. */
export const CONFORMANCE_DOCUMENTS = [
  'docs/conformance.md',
  'docs/conformance-interface.md',
  'docs/conformance-interface-2.md',
];

/** A sentence with its section, as the comment above a test writes it, and the test files with that comment. */
export type TestedSentences = ReadonlyMap<string, readonly string[]>;

/**
 * The sentences that tests claim to hold in comments above them, such as `// Spec 2, Route list: Every route of the
 * list has its page` or `// Interface, Ranking: Featured stories are newest first`.
 */
export function testedSentences(): TestedSentences {
  const sentences = new Map<string, string[]>();
  for (const file of globSync(['src/**/*.test.ts', 'tests/**/*.test.ts']).sort()) {
    const lines = readFileSync(file, 'utf8').split('\n');
    for (const [index, line] of lines.entries()) {
      const [, sentence] = /^\s*\/\/ ((?:Spec \d|Interface, ).*)$/.exec(line) ?? [];
      if (sentence === undefined) continue;
      const next = lines.slice(index).find((one) => !/^\s*\/\/ (?:Spec \d|Interface, )/.test(one)) ?? '';
      if (!/^\s*test\(/.test(next)) throw new Error(`${file}:${index + 1}: no test follows “${sentence}”`);
      const files = sentences.get(sentence) ?? [];
      if (!files.includes(file)) files.push(file);
      sentences.set(sentence, files);
    }
  }
  return sentences;
}

interface ListedSentence {
  /** The line of the document, counted from 0. */
  line: number;
  /** The sentence with its section, as a comment writes it. */
  sentence: string;
  text: string;
}

/** The sentences of a document: the entries of its lists, below the headings that name section and part. */
export function listedSentences(document: string): ListedSentence[] {
  const sentences: ListedSentence[] = [];
  let section = '';
  let part = '';
  for (const [line, words] of document.split('\n').entries()) {
    const [, level, heading = ''] = /^(##|###) (.+)$/.exec(words) ?? [];
    if (level === '##') {
      const [, number] = /^Section (\d+), /.exec(heading) ?? [];
      section = number === undefined ? `Interface, ${heading}` : `Spec ${number}`;
      part = '';
    } else if (level === '###') part = `, ${heading}`;
    const [, text] = /^- (.+?)(?: — (?:\[|no test).*)?$/.exec(words) ?? [];
    if (text !== undefined) sentences.push({ line, sentence: `${section}${part}: ${text}`, text });
  }
  return sentences;
}

/** A document with the tests of each sentence behind it. Its sentences stay as they are, also without a test. */
export function withTests(document: string, tests: TestedSentences): string {
  const lines = document.split('\n');
  for (const { line, sentence, text } of listedSentences(document)) {
    const links = tests
      .get(sentence)
      ?.map((file) => `[${file.replace(/^(?:src\/(?:features\/)?|tests\/)/, '')}](../${file})`);
    lines[line] = `- ${text} — ${links?.join(', ') ?? 'no test'}`;
  }
  return lines.join('\n');
}
