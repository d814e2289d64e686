import { parseArgs } from 'node:util';
import { isOtherSecret } from '#features/second-factors/service/factors.ts';
import { openExistingDatabase } from '#platform/backup/open-database.ts';
import { openDatabase } from '#platform/database/database.ts';
import { checkAddress } from '#platform/doctor/check-address.ts';
import { checkAge } from '#platform/doctor/check-age.ts';
import { checkConnections } from '#platform/doctor/check-connections.ts';
import { checkDatabase } from '#platform/doctor/check-database.ts';
import { checkMailServer } from '#platform/doctor/check-mail-server.ts';
import { checkSecret } from '#platform/doctor/check-secret.ts';
import { checkSettings } from '#platform/doctor/check-settings.ts';
import { checkBackups, checkDisk } from '#platform/doctor/check-storage.ts';
import { type Finding, findingText } from '#platform/doctor/finding.ts';
import { configOrExit } from '#platform/runtime/command.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { type Interruption, runCommand } from '#platform/runtime/run-command.ts';
import { reasonOf, StartError } from '#platform/runtime/start-error.ts';
import type { Config } from '#platform/settings/config.ts';

const USAGE = 'usage: npm run doctor [-- --backups <folder>]';

function readArguments(): { backups: string | undefined } {
  try {
    return { backups: parseArgs({ options: { backups: { type: 'string' } } }).values.backups };
  } catch (error) {
    throw new StartError(`${reasonOf(error)} (${USAGE})`);
  }
}

/** A site that does not run yet has no database to check. */
async function checkSiteDatabase(config: Config, interruption: Interruption): Promise<Finding[]> {
  const log = createLogger({ level: 'silent' });
  try {
    const existing = await openExistingDatabase(config, log, interruption);
    const database = openDatabase({ connectionString: existing.connectionString, size: 2, log });
    try {
      const { db } = database;
      return [
        ...(await checkDatabase(db)),
        ...(await checkConnections(config, db)),
        await checkSecret(config, (signer) => isOtherSecret({ db, signer })),
      ];
    } finally {
      await database.close();
      await existing.close();
    }
  } catch (error) {
    const advice = 'Check DATABASE_URL or DATA_DIR, and whether the database runs.';
    return [
      { subject: 'Database', state: 'problem', text: reasonOf(error), advice },
      await checkSecret(config, async () => false),
    ];
  }
}

async function main(interruption: Interruption): Promise<void> {
  const { backups } = readArguments();
  const config = configOrExit();
  const findings = [
    ...checkSettings(config),
    ...checkAge(config),
    ...(await checkSiteDatabase(config, interruption)),
    ...(config.databaseUrl === undefined ? [await checkDisk(config)] : []),
    await checkBackups(backups),
    ...(await checkMailServer(config)),
    ...(await checkAddress(config)),
  ];
  for (const finding of findings) process.stdout.write(`${findingText(finding)}\n`);
  if (findings.some(({ state }) => state === 'problem')) process.exitCode = 1;
}

runCommand(main);
