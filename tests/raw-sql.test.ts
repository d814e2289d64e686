// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these strings are sources.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import type { Connection } from '#platform/database/database.ts';
import { type RawStatement, rawSql, type SourceFile } from './support/raw-sql.ts';
import { testDatabase } from './support/test-database.ts';

const { db } = (await testDatabase()).context;

const root = fileURLToPath(new URL('..', import.meta.url));

/** Tables and columns that a store inserts at run time: its statements are checked with each of these sets. */
const namesAtRunTime: Record<string, Record<string, string>[]> = {
  'src/features/reactions/store/reactions.ts': [{ table: 'votes' }, { table: 'bookmarks' }],
  'src/features/reports/store.ts': [
    { table: 'stories', column: 'story_id' },
    { table: 'pen_names', column: 'author_id' },
    { table: 'shelves', column: 'list_id' },
    { table: 'comments', column: 'comment_id' },
  ],
  'src/platform/database/numbered-slug.ts': [{ table: 'story_slugs' }, { table: 'series' }],
  'src/features/search/store/term-counts.ts': [
    { table: 'search_stories', column: 'head', sample: 'search_stories' },
    { table: 'search_chapters', column: 'words', sample: 'search_chapters' },
  ],
};

const sources = globSync('src/{features/*/store,platform}{.ts,/**/*.ts}', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file): SourceFile[] => {
    const source = readFileSync(join(root, file), 'utf8');
    return (namesAtRunTime[file] ?? [{}]).map((names) => ({
      file,
      source: source.replaceAll(/(sql\.(?:table|ref|raw))\((\w+)\)/g, (whole, call, name) =>
        name in names ? `${call}('${names[name]}')` : whole,
      ),
    }));
  });

/** The database resolves all names before it reports a parameter's type or a missing grouping. */
const NAMES_ARE_KNOWN = ['42P18', '42803'];

/** PostgreSQL's error for a statement; undefined if all its names are known. */
async function problemWith(
  connection: Connection,
  { text, places }: RawStatement,
): Promise<string | undefined> {
  try {
    await sql.raw(`prepare checked as ${text}`).execute(connection);
    await sql.raw('deallocate checked').execute(connection);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    if (!NAMES_ARE_KNOWN.includes(error.code ?? ''))
      return `${[...places].join(', ')}: ${error.message}\n${text}`;
  }
  return undefined;
}

async function checked(files: SourceFile[]) {
  const { templates, statements } = rawSql(files);
  // Prepared statements belong to a connection.
  const problems = await db.connection().execute(async (connection) => {
    const found = [];
    for (const statement of statements) found.push(await problemWith(connection, statement));
    return found.filter((problem) => problem !== undefined);
  });
  const read = new Set(statements.flatMap(({ places }) => [...places]));
  return { templates, statements, problems, unread: templates.filter((place) => !read.has(place)) };
}

test('every table, column and function in raw SQL exists in the database', async (context) => {
  const { templates, statements, problems, unread } = await checked(sources);
  context.diagnostic(
    `${templates.length} templates in ${sources.length} files, ${statements.length} statements`,
  );
  assert.ok(templates.length > 200 && statements.length > 250);
  assert.deepEqual(problems, []);
  assert.deepEqual(unread, [], 'a fragment that is not seen to be used can’t be checked');
});

test('control: a name that is not in the database is detected', async () => {
  const wrong = [
    'db.selectFrom("story_tags").select("story_id").orderBy(sql`bookmark_count desc`)',
    'const order = { top: sql`top desc`, most: sql`bookmark_count desc` };\n' +
      'const list = (sort: Sort) => sql`select story_id from story_tags order by ${order[sort]}`;',
    'const isLiked = (limit: number) => sql`liked_count > ${limit}`;\n' +
      'db.selectFrom("stories as s").where(isLiked(3))',
    'db.updateTable("stories").set({ title: sql`no_such_function(title)` })',
    'sql`select id from no_such_table where id = ${id}`',
  ];
  for (const source of wrong) {
    const { problems } = await checked([{ file: 'wrong.ts', source }]);
    assert.match(problems.join('\n'), /^wrong\.ts:\d.*does not exist/, source);
  }
  const { unread } = await checked([{ file: 'unused.ts', source: 'export const part = sql`is_nowhere`;' }]);
  assert.deepEqual(unread, ['unused.ts:1']);
});
