import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

/** A limit without a total order returns rows that depend on the plan. */

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Ends of an order under which no two rows are equal: a key, or an order object of a list, each of which ends
 * with a key.
 */
const TOTAL_ORDER =
  /order by (?:(?!order by).)*?(?:\b(?:id|story_id|chapter_id|account_id|word|term|place|nth)(?: desc| asc)?|…) $/s;

/** The limits in a source without a total order in the same select. */
function unorderedLimits(source: string): string[] {
  return statementsOf(source).flatMap((statement) =>
    [...statement.matchAll(/\blimit (?=…|\d)/g)]
      .map(({ index }) => selectBefore(statement, index))
      .filter((select) => !TOTAL_ORDER.test(select))
      .map((select) => select.trim().slice(-80)),
  );
}

/** The templates of a source, with a placeholder for each expression, and the templates within these. */
function statementsOf(source: string): string[] {
  const statements: string[] = [];
  const open: { text: string; depth: number }[] = [];
  for (let at = 0; at < source.length; at++) {
    const top = open.at(-1);
    const letter = source[at] ?? '';
    if (top === undefined || top.depth > 0) {
      if (letter === '`') open.push({ text: '', depth: 0 });
      else if (letter === '{' && top) top.depth++;
      else if (letter === '}' && top) top.depth--;
    } else if (letter === '`') {
      statements.push(top.text.replaceAll(/--.*/g, '').replaceAll(/\s+/g, ' '));
      open.pop();
    } else if (letter === '$' && source[at + 1] === '{') {
      top.text += '…';
      top.depth = 1;
      at++;
    } else top.text += letter;
  }
  return statements;
}

/** The text before a position, back to the parenthesis around it, without nested parentheses. */
function selectBefore(statement: string, end: number): string {
  let depth = 0;
  let select = '';
  for (let at = end - 1; at >= 0; at--) {
    const letter = statement[at] ?? '';
    if (letter === ')') depth++;
    if (letter === '(' && --depth < 0) break;
    if (depth === 0) select = letter + select;
  }
  return select;
}

const files = globSync('src/features/search/store/*.ts', { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts'),
);

test('every LIMIT of the search follows a total order', () => {
  let limits = 0;
  for (const file of files) {
    const source = readFileSync(`${root}/${file}`, 'utf8');
    limits +=
      statementsOf(source)
        .join(' ')
        .match(/\blimit (?=…|\d)/g)?.length ?? 0;
    assert.deepEqual(unorderedLimits(source), [], file);
  }
  assert.ok(files.length > 5 && limits > 12, `${limits} limits in ${files.length} files`);
});

test('control: a LIMIT without an order or with ties is detected', () => {
  const statement = (text: string) => `sql\`${text}\``;
  for (const text of [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template, not one.
    'select id from stories where title @@ ${query} limit ${MAXIMUM}',
    'select id from stories limit 10',
    'select id from stories order by top desc limit 10',
    'select id from (select id from stories order by id) as ordered limit 10',
    'select * from (select id from stories limit 10) as some order by id limit 5',
  ])
    assert.equal(unorderedLimits(statement(text)).length, 1, text);
  for (const text of [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as above.
    'select id from stories order by ${order} limit ${MAXIMUM}',
    'select id from stories order by top desc, id desc limit 10',
    'select id from stories order by (select max(top) from stories), id limit 10',
  ])
    assert.deepEqual(unorderedLimits(statement(text)), [], text);
});
