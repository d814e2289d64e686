import { openRuntime } from '#app/site.ts';
import { removeFactorsAsOperator } from '#features/accounts/service/lost-factors.ts';
import { configOrExit, doubtDatabase, hasDatabase } from '#platform/runtime/command.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { type Interruption, runCommand } from '#platform/runtime/run-command.ts';
import { StartError } from '#platform/runtime/start-error.ts';

const USAGE = 'usage: npm run remove-second-factor -- <username>';

async function main(interruption: Interruption): Promise<void> {
  const [username, ...rest] = process.argv.slice(2);
  if (username === undefined || rest.length > 0) throw new StartError(USAGE);
  const config = configOrExit();
  if (!hasDatabase(config))
    throw new StartError(`There is no database in ${config.dataDir}; set DATA_DIR to the site's`);
  const runtime = await openRuntime(config, createLogger({ level: 'warn' }), {
    mayJoin: true,
    ...interruption,
  });
  try {
    const removed = await removeFactorsAsOperator(runtime.context, username);
    if (!removed.ok) throw new StartError(`${removed.message}, in ${doubtDatabase(config)}`);
    process.stdout.write(
      `${removed.data.username} logs in without a second factor now, and is told by mail\n`,
    );
  } finally {
    await runtime.close();
  }
}

runCommand(main);
