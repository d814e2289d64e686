import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/** Checks that comments start with their subject, so that each can be understood without the next line. */

const root = fileURLToPath(new URL('..', import.meta.url));

const SUBORDINATE =
  /^(?:who(?:ever|m|se)?|what(?:ever)?|of (?:which|what|all)|(?:to|by) whom|so (?:many|much|few|long))\b/i;

/** Strings and addresses match first, because they may contain the signs of a comment. */
const STYLE_TOKENS = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|url\([^)]*\)|\/\*(.*?)\*\//gs;
const SQL_TOKENS = /'(?:''|[^'])*'|"[^"]*"|\/\*(.*?)\*\/|--([^\n]*(?:\n[ \t]*--[^\n]*)*)/gs;

interface Comment {
  line: number;
  text: string;
}

/** The comments of a source; consecutive lines form one comment. */
function commentsOf(file: string, source: string): Comment[] {
  const at = (offset: number, raw: string): Comment => ({
    line: source.slice(0, offset).split('\n').length,
    text: raw.replace(/^[\s*/-]+/, ''),
  });
  if (/\.(?:css|sql)$/.test(file)) {
    const tokens = [...source.matchAll(file.endsWith('.css') ? STYLE_TOKENS : SQL_TOKENS)];
    return tokens.flatMap(({ index, 1: block, 2: lines }) => {
      const raw = block ?? lines;
      return raw === undefined ? [] : [at(index, raw)];
    });
  }
  const { comments, errors } = parseSync(file, source);
  assert.deepEqual(errors, [], file);
  return comments
    .filter(({ type, start }, index) => {
      const previous = comments[index - 1];
      const continues = type === 'Line' && previous?.type === 'Line';
      return !continues || !/^\n[ \t]*$/.test(source.slice(previous.end, start));
    })
    .map(({ start, value }) => at(start, value));
}

const isRefused = ({ text }: Comment) => SUBORDINATE.test(text);
const refusedIn = (file: string, source: string) => commentsOf(file, source).filter(isRefused);

test('no comment of the repository opens with a subordinate clause', (t) => {
  const patterns = ['*.ts', '*.tsx', '*.css', '*.sql', ':!db/migrations'];
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns];
  const files = execFileSync('git', listing, { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)));
  const comments = files.flatMap((file) =>
    commentsOf(file, readFileSync(join(root, file), 'utf8')).map((comment) => ({ ...comment, file })),
  );
  t.diagnostic(`${comments.length} comments in ${files.length} files`);
  assert.ok(comments.length > 2500, `${comments.length} comments`);
  const places = comments
    .filter(isRefused)
    .map(({ file, line, text }) => `${file}:${line} ${text.slice(0, 60)}`);
  assert.deepEqual(places, []);
});

test('no title of a test opens with a subordinate clause', () => {
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', '*.test.ts'];
  const files = execFileSync('git', listing, { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)));
  const titles = files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return [...source.matchAll(/^\s*(?:test|describe|it)\((['"`])(.+?)\1,/gm)].map(([, , title = '']) => ({
      file,
      title,
    }));
  });
  assert.ok(titles.length > 1400, `${titles.length} titles`);
  assert.deepEqual(
    titles.filter(({ title }) => SUBORDINATE.test(title)).map(({ file, title }) => `${file}: ${title}`),
    [],
  );
});

test('comments are found in every language, and nothing else is', () => {
  const planted = 'Whoever reads this';
  const script = [
    `const address = 'https://example.org/* ${planted} */';`,
    `const pattern = /[/]/.test('x') || /"\\/\\/ ${planted}/.test(\`// ${planted} \${1 /* ${planted} */}\`);`,
    `/** ${planted} */`,
    `/*\n * ${planted}\n */`,
    `// ${planted}`,
    '',
    '// Another comment starts here, and',
    `// ${planted} is within it.`,
  ].join('\n');
  assert.deepEqual(
    refusedIn('planted.ts', script).map(({ line }) => line),
    [2, 3, 4, 7],
  );
  const page = `const page = <p title="// x">https://x // ${planted} {/* ${planted} */}</p>;`;
  assert.equal(refusedIn('planted.tsx', page).length, 1);
  const style = `a { background: url(//x/* ${planted} */); content: "/* ${planted} */" } /* ${planted} */`;
  assert.equal(refusedIn('planted.css', style).length, 1);
  const statement = [
    `select '-- ${planted}', 'it''s -- ${planted}', "-- ${planted}";`,
    `create function f() as $$ select 1; -- ${planted}\n$$;`,
    `-- It's a comment\n-- ${planted}`,
    `/* ${planted} */`,
  ].join('\n');
  assert.deepEqual(
    refusedIn('planted.sql', statement).map(({ line }) => line),
    [2, 6],
  );
});

test('every forbidden opening is detected, and words that only start like one are not', () => {
  const openings = ['Who', 'Whoever', 'Whom', 'Whose', 'What', 'Whatever', 'Of which', 'Of what', 'Of all'];
  openings.push('To whom', 'By whom', 'So many', 'So much', 'So few', 'So long');
  for (const opening of openings)
    assert.equal(refusedIn('one.ts', `// ${opening} of them`).length, 1, opening);
  for (const opening of ['Whole', 'Of a story', 'So the page', 'To a reader', 'Somebody'])
    assert.equal(refusedIn('one.ts', `// ${opening} of them`).length, 0, opening);
});
