import { parseArgs } from 'node:util';
import { openRuntime } from '#app/site.ts';
import { claimLink } from '#features/accounts/service/imported-accounts.ts';
import { configOrExit, doubtDatabase, hasDatabase } from '#platform/runtime/command.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { type Interruption, runCommand } from '#platform/runtime/run-command.ts';
import { reasonOf, StartError } from '#platform/runtime/start-error.ts';
import { urls } from '#urls.ts';

const USAGE = 'usage: npm run claim-link -- <username> [--email <address>]';

function readArguments(): { username: string; email: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      options: { email: { type: 'string' } },
      allowPositionals: true,
    });
    const [username, ...rest] = positionals;
    if (username === undefined || rest.length > 0) throw new Error('one username is needed');
    return { username, email: values.email };
  } catch (error) {
    throw new StartError(`${reasonOf(error)} (${USAGE})`);
  }
}

async function main(interruption: Interruption): Promise<void> {
  const { username, email } = readArguments();
  const config = configOrExit();
  if (!hasDatabase(config))
    throw new StartError(`There is no database in ${config.dataDir}; set DATA_DIR to the site's`);
  const runtime = await openRuntime(config, createLogger({ level: 'warn' }), {
    mayJoin: true,
    ...interruption,
  });
  try {
    const link = await claimLink(runtime.context, username, email);
    if (!link.ok) throw new StartError(`${link.message}, in ${doubtDatabase(config)}`);
    const { token } = link.data;
    process.stdout.write(
      token === undefined
        ? `the running site mails the link to ${email}\n`
        : `${config.publicUrl}${urls.resetPassword(token)}\n`,
    );
  } finally {
    await runtime.close();
  }
}

runCommand(main);
