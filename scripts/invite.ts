import { openRuntime } from '#app/site.ts';
import { inviteAsOperator } from '#features/invitations/service/invitations.ts';
import { configOrExit, hasDatabase } from '#platform/runtime/command.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { type Interruption, runCommand } from '#platform/runtime/run-command.ts';
import { StartError } from '#platform/runtime/start-error.ts';
import { urls } from '#urls.ts';

async function main(interruption: Interruption): Promise<void> {
  if (process.argv.length > 2) throw new StartError('usage: npm run invite');
  const config = configOrExit();
  if (!hasDatabase(config))
    throw new StartError(`There is no database in ${config.dataDir}; set DATA_DIR to the site's`);
  const runtime = await openRuntime(config, createLogger({ level: 'warn' }), {
    mayJoin: true,
    ...interruption,
  });
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
