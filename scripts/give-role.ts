import { assignRoleAsOperator } from '#features/people/service.ts';
import { ROLES, type Role } from '#platform/http/caller.ts';
import { configOrExit, doubtDatabase } from '#platform/runtime/command.ts';
import { type Interruption, runCommand } from '#platform/runtime/run-command.ts';
import { StartError } from '#platform/runtime/start-error.ts';
import { openExistingRuntime } from './open-runtime.ts';

const USAGE = `usage: npm run role -- <username> <${ROLES.join('|')}>`;

function readArguments(): { username: string; role: Role } {
  const [username, roleName, ...rest] = process.argv.slice(2);
  const role = ROLES.find((one) => one === roleName);
  if (username === undefined || role === undefined || rest.length > 0) throw new StartError(USAGE);
  return { username, role };
}

async function main(interruption: Interruption): Promise<void> {
  const { username, role } = readArguments();
  const config = configOrExit();
  const runtime = await openExistingRuntime(config, interruption);
  try {
    const given = await assignRoleAsOperator(runtime.context, username, role);
    if (!given.ok) throw new StartError(`${given.message}, in ${doubtDatabase(config)}`);
    process.stdout.write(`${given.data.username} is now ${role}\n`);
  } finally {
    await runtime.close();
  }
}

runCommand(main);
