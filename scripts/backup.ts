import { stat } from 'node:fs/promises';
import { noteBackup } from '#platform/backup/last-backup.ts';
import { openExistingDatabase } from '#platform/backup/open-database.ts';
import { type BackupProgress, writeBackup } from '#platform/backup/write-backup.ts';
import { configOrExit } from '#platform/runtime/command.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { type Interruption, runCommand } from '#platform/runtime/run-command.ts';
import { reasonOf, StartError } from '#platform/runtime/start-error.ts';
import { progressLine } from './progress-line.ts';

const USAGE = 'usage: npm run backup -- <file>, a new one such as nightstand-monday.gz';

async function main(interruption: Interruption): Promise<void> {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || rest.length > 0 || file.startsWith('-')) throw new StartError(USAGE);
  const database = await openExistingDatabase(configOrExit(), createLogger({ level: 'warn' }), interruption);
  const line = progressLine();
  const madeAt = new Date();
  try {
    const progress = (now: BackupProgress) =>
      line.show(`${now.number}/${now.parts} ${now.part}`, `${now.rows} rows`);
    const { manifest } = await writeBackup(database.connectionString, file, progress, interruption.signal);
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

runCommand(main);
