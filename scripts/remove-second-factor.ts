import { removeFactorsAsOperator } from '#features/accounts/service/lost-factors.ts';
import { configOrExit, doubtDatabase } from '#platform/runtime/command.ts';
import { type Interruption, runCommand } from '#platform/runtime/run-command.ts';
import { StartError } from '#platform/runtime/start-error.ts';
import { openExistingRuntime } from './open-runtime.ts';

const USAGE = 'usage: npm run remove-second-factor -- <username>';

async function main(interruption: Interruption): Promise<void> {
  const [username, ...rest] = process.argv.slice(2);
  if (username === undefined || rest.length > 0) throw new StartError(USAGE);
  const config = configOrExit();
  const runtime = await openExistingRuntime(config, interruption);
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
