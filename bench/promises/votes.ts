import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vote } from '#features/reactions/service/votes.ts';
import { openDatabase } from '#platform/database/database.ts';
import { jobs } from '#platform/jobs/jobs.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { manyReaders, manyStories } from '#tests/support/readers.ts';
import { startTemplateDatabase } from '#tests/support/template-database.ts';
import { type Measurement, median } from './promise.ts';
import { recordStatements } from './record-statements.ts';

const READERS = 200;
const SECONDS = 4;
const ROUNDS = 3;

/**
 * Measures votes by 200 readers on 200 stories against pgbench, which runs the same statements with nothing
 * around them.
 */
export async function measureVotes(): Promise<Measurement[]> {
  const pgbench = globSync('/usr/lib/postgresql/*/bin/pgbench').at(-1);
  if (pgbench === undefined) throw new Error('pgbench is missing: apt install postgresql-contrib');
  const template = await startTemplateDatabase();
  const database = openDatabase({
    connectionString: template.connectionString,
    log: createLogger({ level: 'error' }),
  });
  const folder = await mkdtemp(join(tmpdir(), 'nightstand-pgbench-'));
  try {
    const context = { db: database.db, jobs };
    const [author, ...readers] = await manyReaders(context, READERS + 1);
    const stories = await manyStories(context, author?.account.id ?? 0, READERS);
    // The ids of this reader and story differ, and neither can be mistaken for a vote in the statements.
    const [first, story = 0] = [readers[50], stories[100]];
    if (first === undefined || first.account.id === story) throw new Error('nobody is there');
    const statements = await recordStatements(database.pool, () =>
      vote(context, { id: String(story), vote_type: 'upvote' }, first),
    );
    const ids = { reader: first.account.id, story };
    const voters = readers.map(({ account }) => account.id);
    const script = join(folder, 'vote.sql');
    const [lowest = 0, highest = 0] = [Math.min(...stories), Math.max(...stories)];
    await writeFile(
      script,
      [
        `\\set reader random(${Math.min(...voters)}, ${Math.max(...voters)})`,
        `\\set story random(${lowest}, ${highest})`,
        '\\set value 2 * random(0, 1) - 1',
        ...statements.map(({ text, values }) => inPgbench(text, values, ids)),
      ].join('\n'),
    );
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({
        own: await votesPerSecond((reader, storyId, turn) =>
          vote(context, { id: String(storyId), vote_type: turn % 2 === 0 ? 'upvote' : 'downvote' }, reader),
        ),
        limit: bareVotesPerSecond(pgbench, script, template.connectionString),
      });
    const last = rounds.at(-1);

    async function votesPerSecond(
      cast: (reader: (typeof readers)[number], storyId: number, turn: number) => Promise<unknown>,
    ): Promise<number> {
      let count = 0;
      const end = performance.now() + SECONDS * 1000;
      await Promise.all(
        readers.map(async (reader, index) => {
          for (let turn = 0; performance.now() < end; turn++) {
            await cast(reader, stories[index] ?? 0, turn);
            count += 1;
          }
        }),
      );
      return count / SECONDS;
    }

    return [
      {
        name: 'votes a second, beside pgbench with the same statements',
        reached: median(rounds.map(({ own, limit }) => own / limit)),
        limit: 0.5,
        better: 'more',
        detail: `in the last round ${last?.own.toFixed(0)}/s and ${last?.limit.toFixed(0)}/s`,
      },
    ];
  } finally {
    await database.close();
    await template.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The statement of one vote as a line of pgbench's script, for any reader and any story. */
function inPgbench(
  text: string,
  values: unknown[],
  { reader, story }: { reader: number; story: number },
): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll(/\$(\d+)/g, (_, number: string) => {
    const value = values[Number(number) - 1];
    const isList = Array.isArray(value);
    const one = isList ? value[0] : value;
    const name =
      one === reader ? ':reader' : one === story ? ':story' : one === 1 && isList ? ':value' : undefined;
    if (name !== undefined) return isList ? `array[${name}]` : name;
    return typeof one === 'number' ? String(one) : `'${String(one).replaceAll("'", "''")}'`;
  });
  return `${line};`;
}

function bareVotesPerSecond(pgbench: string, script: string, connectionString: string): number {
  const url = new URL(connectionString);
  const { stdout, stderr, status } = spawnSync(
    pgbench,
    [
      ...[
        '-n',
        '-f',
        script,
        '-c',
        '10',
        '-j',
        '1',
        '-T',
        String(SECONDS),
        '-M',
        'prepared',
        '--max-tries=5',
      ],
      ...[
        '-h',
        url.searchParams.get('host') ?? '',
        '-p',
        url.searchParams.get('port') ?? '',
        '-U',
        url.username,
      ],
      url.pathname.slice(1),
    ],
    { encoding: 'utf8', env: { ...process.env, PGSSLMODE: 'disable' } },
  );
  const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  if (status !== 0 || !(perSecond > 0)) throw new Error(`pgbench: ${stderr}`);
  return perSecond;
}
