import '../../server-only.ts';
import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Log } from '../../runtime/log.ts';
import { codeOf, reasonOf, StartError } from '../../runtime/start-error.ts';
import { type PostgresBinaries, runToEnd } from './embedded-postgres-binaries.ts';

type ClusterOptions = { dbDir: string; binaries: PostgresBinaries; log: Pick<Log, 'info' | 'warn'> };

const databaseSetup = [
  // The site's role is no superuser, so an SQL injection reaches nothing beyond the site's own tables.
  'CREATE ROLE nightstand LOGIN;',
  // The server's log keeps warnings and errors of its own processes only. Errors of the site's statements quote
  // readers' data, and the site logs them itself without the data.
  "ALTER ROLE nightstand SET log_min_messages = 'log';",
  'CREATE DATABASE nightstand OWNER nightstand;',
];

/** Creates the cluster on the first start; later starts check that this PostgreSQL and this user can open it. */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
  const { dbDir, binaries } = options;
  const files = await readdir(dbDir).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw new StartError(`The database folder ${dbDir} cannot be read: ${reasonOf(error)}`, { cause: error });
  });
  if (files.length === 0) return await createCluster(options);
  const version = await readFile(join(dbDir, 'PG_VERSION'), 'utf8').catch(() => '');
  if (!version.trim())
    throw new StartError(
      `The folder ${dbDir} holds files but no PostgreSQL database (no PG_VERSION): empty it, restore a backup into it, or set DATA_DIR to another folder`,
    );
  if (Number(version) !== binaries.major)
    throw new StartError(
      `The database in ${dbDir} was made by PostgreSQL ${version.trim()} and this is ${binaries.major}: make a backup with the release that made it and restore it with this one (docs/runbook.md)`,
    );
  const { uid } = await stat(dbDir);
  const me = process.getuid?.();
  if (uid !== me)
    throw new StartError(
      `The database folder ${dbDir} belongs to user ${uid} and the site runs as user ${me}: start it as that user, or give the folder to this one (chown -R ${me})`,
    );
}

/**
 * Creates the cluster under another name and renames it when it is complete, so a folder with the right name is never
 * half-made, and a folder with the other name never held anyone's data. Each try has a name of its own, because the
 * initdb of a killed start may still be writing.
 */
async function createCluster({ dbDir, binaries, log }: ClusterOptions): Promise<void> {
  const parent = dirname(dbDir);
  const draftPrefix = `${basename(dbDir)}.making-`;
  for (const name of await readdir(parent)) {
    if (!name.startsWith(draftPrefix)) continue;
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 3 }).catch((error: unknown) =>
      log.warn({ err: error }, 'the remains of an unfinished first start could not be removed'),
    );
  }
  const draft = join(parent, draftPrefix + randomBytes(6).toString('hex'));
  log.info({ folder: dbDir }, 'making the database');
  try {
    await runInitdb(draft, binaries);
    await runSetup(draft, binaries);
    await rename(draft, dbDir);
    await syncFolder(parent);
  } catch (error) {
    await rm(draft, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
    if (error instanceof StartError) throw error;
    const hint = codeOf(error) === 'EBUSY' ? '; mount a volume on the data folder, not on its db' : '';
    throw new StartError(`The database folder ${dbDir} could not be made: ${reasonOf(error)}${hint}`, {
      cause: error,
    });
  }
}

async function runInitdb(draft: string, binaries: PostgresBinaries): Promise<void> {
  const result = await runToEnd(
    binaries.command('initdb', [
      `--pgdata=${draft}`,
      '--username=postgres',
      // PostgreSQL's own collation: an update of the system's or ICU's collation would break the indexes.
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--encoding=UTF8'],
      // No password: only the owner of the socket's folder (0700) can connect, and that user owns the data anyway.
      ...['--auth-local=trust', '--auth-host=reject'],
      ...['--data-checksums', '--no-instructions'],
    ]),
  );
  if (result.error)
    throw new StartError(`PostgreSQL could not make its database: ${errorLine(result.stderr)}`);
}

async function runSetup(draft: string, binaries: PostgresBinaries): Promise<void> {
  const output = await runToEnd(
    binaries.command('postgres', ['--single', '-D', draft, '-c', 'log_checkpoints=off', 'postgres']),
    `${databaseSetup.join('\n')}\n`,
  );
  // In this mode a failed statement does not change the exit code.
  if (output.error || /\b(ERROR|FATAL|PANIC): /.test(output.stderr))
    throw new StartError(`PostgreSQL could not set its database up: ${errorLine(output.stderr)}`);
}

function errorLine(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((each) => /error|fatal|panic/i.test(each)) ?? lines.at(-1) ?? 'no reason given';
  return line.slice(0, 300);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
