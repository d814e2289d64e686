import { stat } from 'node:fs/promises';
import { noteBackup } from '#platform/backup/last-backup.ts';
import { openExistingDatabase } from '#platform/backup/open-database.ts';
import { writeBackup } from '#platform/backup/write-backup.ts';
import { configOrExit, exitWith } from '#platform/runtime/command.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { reasonOf, StartError } from '#platform/runtime/start-error.ts';
import { progressLine } from './progress-line.ts';

const USAGE = 'usage: npm run backup -- <file>, a new one such as nightstand-monday.gz';

async function main(): Promise<void> {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || rest.length > 0 || file.startsWith('-')) throw new StartError(USAGE);
  const database = await openExistingDatabase(configOrExit(), createLogger({ level: 'warn' }));
  const line = progressLine();
  const madeAt = new Date();
  try {
    const { manifest } = await writeBackup(database.connectionString, file, (now) =>
      line.show(`${now.number}/${now.parts} ${now.part}`, `${now.rows} rows`),
    );
    line.end();
    const rows = manifest.reduce((sum, part) => sum + part.rows, 0);
    const bytes = (await stat(file)).size;
    process.stdout.write(`wrote ${file}: ${rows} rows, ${bytes} bytes\n`);
    // The file is complete; a replica or an older release's database only can't show it to admins.
    await noteBackup(database.connectionString, { madeAt, bytes }).catch((error: unknown) =>
      process.stderr.write(`The overview will not show this backup: ${reasonOf(error)}\n`),
    );
  } catch (error) {
    line.end();
    throw readable(error);
  } finally {
    await database.close();
  }
}

function readable(error: unknown): unknown {
  const isOfSystem = error instanceof Error && 'syscall' in error;
  return isOfSystem ? new StartError(`No backup was made: ${reasonOf(error)}`, { cause: error }) : error;
}

main().catch(exitWith);
