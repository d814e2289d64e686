import { parseArgs } from 'node:util';
import { claimLink } from '#features/accounts/service/imported-accounts.ts';
import { configOrExit, doubtDatabase } from '#platform/runtime/command.ts';
import { type Interruption, runCommand } from '#platform/runtime/run-command.ts';
import { reasonOf, StartError } from '#platform/runtime/start-error.ts';
import { urls } from '#urls.ts';
import { openExistingRuntime } from './open-runtime.ts';

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
  const runtime = await openExistingRuntime(config, interruption);
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
