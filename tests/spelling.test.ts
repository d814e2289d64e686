import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/** Checks that texts for people are spelled the British way, as CONTRIBUTING.md says. */

const root = fileURLToPath(new URL('..', import.meta.url));

const AMERICAN =
  /\b(?:colors?|favorites?|honor(?:ed|s)?|behaviors?|center(?:ed|s)?|grays?|cancel(?:ed|ing)|label(?:ed|ing)|catalogs?|[a-z]+(?:gan|cogn|thor|mar|tom|nal|pital|nit|nim|chron|olog|tic)iz(?:e[ds]?|ing|ations?)|e-mails?)\b/i;

/** The texts of a source: phrases in strings and templates, and what stands between tags. */
function textsOf(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  assert.deepEqual(errors, [], file);
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const child of node) visit(child);
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    const { type, value } = node as { type: string; value?: unknown };
    // Statements in SQL and attributes of elements are for machines.
    if (type === 'TaggedTemplateExpression' || type === 'ImportDeclaration') return;
    if (type === 'JSXAttribute' && /^(?:className|d|viewBox)$/.test(nameOf(node))) return;
    if (type === 'JSXText') texts.push(String(value));
    else if (type === 'Literal' && typeof value === 'string' && /[a-z] [a-z]/i.test(value)) texts.push(value);
    else if (type === 'TemplateElement') texts.push((value as { raw: string }).raw);
    for (const child of Object.values(node)) visit(child);
  };
  visit(program);
  return texts;
}

const nameOf = (node: object) => String((node as { name?: { name?: unknown } }).name?.name);
const americanIn = (text: string) => AMERICAN.exec(text)?.[0];

test('texts for people are spelled the British way', () => {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  let count = 0;
  const americanWords = sources.flatMap((file) => {
    const texts = textsOf(file, readFileSync(`${root}/${file}`, 'utf8'));
    count += texts.length;
    return texts.flatMap((text) => {
      const word = isForMachines(text) ? undefined : americanIn(text);
      return word === undefined ? [] : [`${file}: ${word} in “${text.trim().slice(0, 80)}”`];
    });
  });
  assert.ok(count > 2000, `${count} texts`);
  assert.deepEqual(americanWords, []);
});

/** Markup, styles and lists of names, in which a machine dictates the words. */
const isForMachines = (text: string) => /[{};<>]|=>|^\s*[a-z-]+:|^[A-Z1-6\s]+$/.test(text);

test('the documents are spelled the British way', () => {
  const documents = globSync('src/features/*/content/*.md', { cwd: root });
  assert.ok(documents.length >= 6);
  for (const file of documents)
    assert.equal(americanIn(readFileSync(`${root}/${file}`, 'utf8')), undefined, file);
});

test('an American spelling would be seen', () => {
  const [text = ''] = textsOf('a.tsx', 'const a = <p>We recognize your favorite e-mail.</p>;');
  assert.equal(americanIn(text), 'recognize');
  assert.deepEqual(
    ['your favorites', 'gray above 80', 'by e-mail', 'authorised, organised, in the centre'].map(americanIn),
    ['favorites', 'gray', 'e-mail', undefined],
  );
});
