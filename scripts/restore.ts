import { parseArgs } from 'node:util';
import { readBackup } from '#platform/backup/backup-file.ts';
import { openEmptyDatabase } from '#platform/backup/open-database.ts';
import { restoreBackup } from '#platform/backup/restore-backup.ts';
import { configOrExit } from '#platform/runtime/command.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { type Interruption, runCommand } from '#platform/runtime/run-command.ts';
import { reasonOf, StartError } from '#platform/runtime/start-error.ts';
import { progressLine } from './progress-line.ts';

const USAGE =
  'usage: npm run restore -- <file>, into an empty database; with --check the file is only checked';

function readArguments(): { file: string; isCheck: boolean } {
  try {
    const { values, positionals } = parseArgs({
      options: { check: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [file, ...rest] = positionals;
    if (file === undefined || rest.length > 0) throw new StartError(USAGE);
    return { file, isCheck: values.check };
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`${reasonOf(error)} (${USAGE})`);
  }
}

const percent = (share: number) => `${Math.floor(share * 100)}%`;

async function main(interruption: Interruption): Promise<void> {
  const { file, isCheck } = readArguments();
  const line = progressLine();
  try {
    if (isCheck) {
      const { header, manifest } = await readBackup(file, {
        progress: (share) => line.show('checking the file', percent(share)),
      });
      line.end();
      for (const { part, rows } of manifest.manifest) process.stdout.write(`${part}: ${rows}\n`);
      process.stdout.write(
        `${file} is complete: made at ${header.made_at} by Nightstand ${header.release}\n`,
      );
      return;
    }
    const log = createLogger({ level: 'warn' });
    const database = await openEmptyDatabase(configOrExit(), log, interruption);
    try {
      const { connectionString } = database;
      const { manifest } = await restoreBackup({ connectionString, file, log }, ({ step, share }) =>
        line.show(step, percent(share)),
      );
      line.end();
      const rows = manifest.reduce((sum, part) => sum + part.rows, 0);
      process.stdout.write(`restored ${file}: ${rows} rows, compared with what was backed up\n`);
    } finally {
      await database.close();
    }
  } catch (error) {
    line.end();
    throw error;
  }
}

runCommand(main);
