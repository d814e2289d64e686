import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { canonicalLanguageTag } from '#base/language-tag.ts';
import { plural } from '#base/text.ts';
import { importArchive } from '#features/archives/service/import-archive.ts';
import { readEFiction } from '#features/archives/service/read-efiction.ts';
import { readFolder } from '#features/archives/service/read-folder.ts';
import { configOrExit, describeDatabase, hasDatabase } from '#platform/runtime/command.ts';
import { type Interruption, runCommand } from '#platform/runtime/run-command.ts';
import { reasonOf, StartError } from '#platform/runtime/start-error.ts';
import { openCommandRuntime } from './open-runtime.ts';

const USAGE =
  'usage: npm run import:archive -- <dump.sql, dump.sql.gz or folder> [--dry-run] [--below /path] [--language en]';

interface Arguments {
  path: string;
  isDryRun: boolean;
  below: string;
  language: string | undefined;
}

function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({
      options: {
        'dry-run': { type: 'boolean', default: false },
        below: { type: 'string', default: '' },
        language: { type: 'string' },
      },
      allowPositionals: true,
    });
    const [path, ...rest] = positionals;
    if (path === undefined || rest.length > 0) throw new Error('one file or folder is needed');
    const { below, language } = values;
    if (below !== '' && !/^(?:\/[\w.-]+)+$/.test(below))
      throw new Error('--below must be a path such as /archive');
    if (language !== undefined && canonicalLanguageTag(language) === undefined)
      throw new Error('--language must be a code such as en or pt-BR');
    return { path, below, language, isDryRun: values['dry-run'] };
  } catch (error) {
    throw new StartError(`${reasonOf(error)} (${USAGE})`);
  }
}

/** A folder holds a manifest, or a dump beside the texts that the old site kept in files. */
async function readArchive({ path, below, language }: Arguments) {
  const found = await stat(path).catch((error: unknown) => {
    throw new StartError(`${path} can't be read: ${reasonOf(error)}`);
  });
  if (!found.isDirectory()) return readEFiction(path, { below, language, texts: undefined });
  const names = await readdir(path);
  if (names.includes('manifest.json')) return readFolder(path, language);
  const dumps = names.filter((name) => /\.sql(?:\.gz)?$/.test(name));
  const [dump] = dumps;
  if (dump === undefined || dumps.length > 1)
    throw new StartError(`${path} must hold a manifest.json, or one file that ends in .sql or .sql.gz`);
  return readEFiction(join(path, dump), { below, language, texts: join(path, 'stories') });
}

const countOf = (stories: number, series: number) =>
  `${plural(stories, 'story', 'stories')}, ${series} series`;

async function main(interruption: Interruption): Promise<void> {
  const typed = readArguments();
  const { isDryRun } = typed;
  const archive = await readArchive(typed);
  try {
    const config = configOrExit();
    if (!hasDatabase(config))
      process.stdout.write(`there was no database in ${config.dataDir}: making one\n`);
    const runtime = await openCommandRuntime(config, interruption);
    try {
      const { stories, series, authors } = await importArchive(runtime.context, archive, {
        isDryRun,
        say: (line) => process.stdout.write(`${line}\n`),
      });
      process.stdout.write(
        `${isDryRun ? 'would be taken' : 'taken'}, into ${describeDatabase(config)}: ${countOf(stories.taken, series.taken)}, ${plural(authors, 'new author')}; here already: ${countOf(stories.known, series.known)}; left out: ${countOf(stories.refused, series.refused)}\n`,
      );
    } finally {
      await runtime.close();
    }
  } finally {
    await archive.close();
  }
}

runCommand(main);
