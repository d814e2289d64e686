import { inviteAsOperator } from '#features/invitations/service/invitations.ts';
import { configOrExit } from '#platform/runtime/command.ts';
import { type Interruption, runCommand } from '#platform/runtime/run-command.ts';
import { StartError } from '#platform/runtime/start-error.ts';
import { urls } from '#urls.ts';
import { openExistingRuntime } from './open-runtime.ts';

async function main(interruption: Interruption): Promise<void> {
  if (process.argv.length > 2) throw new StartError('usage: npm run invite');
  const config = configOrExit();
  const runtime = await openExistingRuntime(config, interruption);
  try {
    const code = await inviteAsOperator(runtime.context.db);
    process.stdout.write(`${config.publicUrl}${urls.invitation(code)}\n`);
    if (runtime.context.settings.values.registration === 'closed')
      process.stderr.write('Nobody can register at the moment; Moderation → Settings changes that\n');
  } finally {
    await runtime.close();
  }
}

runCommand(main);
