import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readBook } from '#features/library/rules.ts';
import { importBook } from '#features/library/service.ts';
import { updateRankings } from '#features/reactions/service/rankings.ts';
import { configOrExit, doubtDatabase, hasDatabase } from '#platform/runtime/command.ts';
import { type Interruption, runCommand } from '#platform/runtime/run-command.ts';
import { reasonOf, StartError } from '#platform/runtime/start-error.ts';
import { urls } from '#urls.ts';
import { openCommandRuntime } from './open-runtime.ts';

const USAGE = 'usage: npm run import -- <file.json> --author <username>';

function readArguments(): { file: string; author: string } {
  try {
    const { values, positionals } = parseArgs({
      options: { author: { type: 'string' } },
      allowPositionals: true,
    });
    const [file, ...rest] = positionals;
    if (file === undefined || rest.length > 0 || values.author === undefined) throw new Error(USAGE);
    return { file, author: values.author };
  } catch (error) {
    throw new StartError(
      error instanceof Error && error.message === USAGE ? USAGE : `${reasonOf(error)} (${USAGE})`,
    );
  }
}

async function readFileAsJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new StartError(`${file} can't be read: ${reasonOf(error)}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartError(`${file} is not JSON: ${reasonOf(error)}`);
  }
}

async function main(interruption: Interruption): Promise<void> {
  const { file, author } = readArguments();
  const checked = readBook(await readFileAsJson(file));
  if (!checked.ok) {
    for (const problem of checked.problems) process.stderr.write(`${file}: ${problem}\n`);
    throw new StartError(`Nothing was imported: ${checked.problems.length} to fix in ${file}`);
  }
  const config = configOrExit();
  if (!hasDatabase(config)) process.stdout.write(`there was no database in ${config.dataDir}: making one\n`);
  const runtime = await openCommandRuntime(config, interruption);
  try {
    const isTerminal = process.stdout.isTTY;
    const imported = await importBook(runtime.context, checked.book, author, ({ chapter, chapters }) => {
      if (isTerminal) process.stdout.write(`\rchapter ${chapter} of ${chapters}`);
      else if (chapter === chapters || chapter % 10 === 0)
        process.stdout.write(`chapter ${chapter} of ${chapters}\n`);
    });
    if (isTerminal) process.stdout.write('\n');
    if (!imported.ok)
      throw new StartError(`Nothing was imported: ${imported.message}, in ${doubtDatabase(config)}`);
    await updateRankings(runtime.context, [imported.data.id]);
    if (imported.data.authorIsNew) process.stdout.write(`created the account ${author}\n`);
    const { sameTitleSlug } = imported.data;
    if (sameTitleSlug !== undefined)
      process.stdout.write(
        `${author} has a story with this title already: ${config.publicUrl}${urls.story(sameTitleSlug)}\n`,
      );
    process.stdout.write(
      `imported "${checked.book.title}": ${config.publicUrl}${urls.story(imported.data.slug)}\n`,
    );
  } finally {
    await runtime.close();
  }
}

runCommand(main);
